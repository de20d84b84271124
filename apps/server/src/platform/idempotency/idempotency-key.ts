import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../../schema/operation/idempotency.ts';
import type { StaffContext } from '../calls/call-context.ts';
import type { Database, Transaction } from '../database/database.ts';
import { runStatement, statement } from '../database/statements.ts';
import type { Job } from '../jobs/job.ts';
import { Problem } from '../problem.ts';

/**
 * Makes a change at most once per user and Idempotency-Key: a repetition, also a simultaneous one, gets
 * the first answer and changes nothing. Without a key the change is simply made.
 * @param request the input with the name of the call; another request under the same key is refused
 * @param isMade false for an answer after which nothing was changed: a repetition tries again
 * @throws Problem IDEMPOTENCY_KEY_REUSED
 */
export async function withIdempotencyKey<Answer>(
  transaction: Transaction,
  context: { readonly actor: { readonly id: string }; readonly idempotencyKey: string | null },
  request: { readonly call: string; readonly input: unknown },
  change: () => Promise<Answer>,
  isMade: (answer: Answer) => boolean = () => true,
): Promise<Answer> {
  const { idempotencyKey: key, actor } = context;
  if (key === null) return change();
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');

  // The first to insert holds the key until commit; a simultaneous repetition waits here.
  const claimed = await runStatement(transaction, claim(actor.id, key, digest));
  if (claimed.length === 0) {
    const [earlier] = await runStatement<{ digest: string; answer: Answer }>(
      transaction,
      readAnswer(actor.id, key),
    );
    if (earlier?.digest !== digest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return earlier.answer;
  }
  const answer = await change();
  if (!isMade(answer)) {
    await runStatement(transaction, forget(actor.id, key));
    return answer;
  }
  await runStatement(transaction, keepAnswer(actor.id, key, JSON.stringify(answer)));
  return answer;
}

/** Whether a change was made under the key of this request. */
export async function hasAnswer(
  db: Database,
  { actor, idempotencyKey: key }: Pick<StaffContext, 'actor' | 'idempotencyKey'>,
): Promise<boolean> {
  return key !== null && (await runStatement(db, readAnswer(actor.id, key))).length > 0;
}

const isKey = sql`actor_id = $1 and key = $2`;
const claim = statement(sql`insert into ${idempotencyKeys} (actor_id, key, request_digest, answer)
  values ($1, $2, $3, 'null') on conflict do nothing returning key`);
const readAnswer = statement(
  sql`select request_digest as digest, answer from ${idempotencyKeys} where ${isKey}`,
);
const forget = statement(sql`delete from ${idempotencyKeys} where ${isKey}`);
const keepAnswer = statement(sql`update ${idempotencyKeys} set answer = $3::jsonb where ${isKey}`);

/**
 * A handler that changes records in one transaction, at most once per Idempotency-Key. Only what `change`
 * returns is stored: personal data are read again by `answer`, in the same transaction.
 * @param call its name, such as `patients.create`
 */
export function idempotent<Input, Changed, Data>(
  call: string,
  change: (transaction: Transaction, context: StaffContext, input: Input) => Promise<Changed>,
  answer: (
    transaction: Transaction,
    context: StaffContext,
    changed: Changed,
    input: NoInfer<Input>,
  ) => Promise<Data>,
): (context: StaffContext, input: Input) => Promise<Data> {
  return (context, input) =>
    context.db.transaction(async (transaction) => {
      const changed = await withIdempotencyKey(transaction, context, { call, input }, () =>
        change(transaction, context, input),
      );
      return answer(transaction, context, changed, input);
    });
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
