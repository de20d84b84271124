import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../../schema/idempotency.ts';
import type { StaffContext } from '../calls/call-context.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';
import { Problem } from '../problem.ts';

/**
 * Makes a change at most once per user and Idempotency-Key: a repetition, also a simultaneous one, gets
 * the first answer and changes nothing. Without a key the change is simply made.
 * @param request the input with the name of the call; another request under the same key is refused
 * @throws Problem IDEMPOTENCY_KEY_REUSED
 */
export async function withIdempotencyKey<Answer>(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'idempotencyKey'>,
  request: { readonly call: string; readonly input: unknown },
  change: () => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey: key, actor } = context;
  if (key === null) return change();
  const requestDigest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  const mine = and(eq(idempotencyKeys.actorId, actor.id), eq(idempotencyKeys.key, key));

  // The first to insert holds the key until commit; a simultaneous repetition waits here.
  const claimed = await transaction
    .insert(idempotencyKeys)
    .values({ actorId: actor.id, key, requestDigest, answer: sql`'null'::jsonb` })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) {
    const [earlier] = await transaction.select().from(idempotencyKeys).where(mine);
    if (earlier?.requestDigest !== requestDigest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return earlier.answer as Answer;
  }
  const answer = await change();
  await transaction.update(idempotencyKeys).set({ answer }).where(mine);
  return answer;
}

/** Hours in which a repetition gets the first answer. */
const HOURS_KEPT = 24;

/** Deletes stored answers: they may contain a record that was purged elsewhere. */
export function idempotencySweep(db: Database): Job {
  return {
    name: 'idempotency.sweep',
    schedule: { everyMinutes: 60 },
    run: async () => {
      const { rowCount } = await db
        .delete(idempotencyKeys)
        .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${HOURS_KEPT})`));
      return { removed: rowCount ?? 0 };
    },
  };
}
