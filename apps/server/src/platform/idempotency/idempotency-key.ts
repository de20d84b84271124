import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { idempotencyKeys } from '../../schema/operation/installation.ts';
import type { StaffContext } from '../calls/call-context.ts';
import type { Database, Reader, Transaction } from '../database/database.ts';
import type { Job } from '../jobs/job-state.ts';
import { Problem } from '../problem.ts';

/**
 * Runs a change at most once per user and Idempotency-Key. A repetition, also a simultaneous one, gets the first
 * answer and changes nothing. Without a key the change always runs.
 * @param request the input with the name of the call; another request under the same key is rejected
 * @param isMade false for an answer without a change, after which a repetition may try again
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

  // The inserted row locks the key until commit, so a simultaneous repetition waits here.
  const claimed = await transaction
    .insert(idempotencyKeys)
    .values({ actorId: actor.id, key, requestDigest: digest, answer: sql`'null'` })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length === 0) {
    const stored = await findAnswer(transaction, actor.id, key);
    if (stored?.digest !== digest) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    return stored.answer as Answer;
  }
  const answer = await change();
  if (isMade(answer)) {
    const storedAnswer = sql`${JSON.stringify(answer ?? null)}::jsonb`;
    await transaction
      .update(idempotencyKeys)
      .set({ answer: storedAnswer })
      .where(isKey(actor.id, key));
  } else {
    await transaction.delete(idempotencyKeys).where(isKey(actor.id, key));
  }
  return answer;
}

/** Whether a change was made under the key of this request. */
export async function hasAnswer(
  db: Database,
  { actor, idempotencyKey: key }: Pick<StaffContext, 'actor' | 'idempotencyKey'>,
): Promise<boolean> {
  return key !== null && (await findAnswer(db, actor.id, key)) !== undefined;
}

const isKey = (actorId: string, key: string) =>
  and(eq(idempotencyKeys.actorId, actorId), eq(idempotencyKeys.key, key));

async function findAnswer(db: Reader, actorId: string, key: string) {
  const [row] = await db
    .select({ digest: idempotencyKeys.requestDigest, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(isKey(actorId, key));
  return row;
}

type Handler<Input, Data> = (context: StaffContext, input: Input) => Promise<Data>;

/** Changes records in the transaction of a handler. */
type Change<Input, Result> = (
  transaction: Transaction,
  context: StaffContext,
  input: Input,
) => Promise<Result>;

/** Reads the answer of a handler in the transaction of the change. */
type ReadAnswer<Input, Result, Data> = (
  transaction: Transaction,
  context: StaffContext,
  result: Result,
  input: NoInfer<Input>,
) => Promise<Data>;

/**
 * A handler that changes records in one transaction, at most once per Idempotency-Key. Only the result of `change`
 * is stored. It should have no personal data, because `readAnswer` reads those again.
 * @param call the name of the call, such as `patients.create`
 */
export function idempotent<Input, Result, Data>(
  call: string,
  change: Change<Input, Result>,
  readAnswer: ReadAnswer<Input, Result, Data>,
): Handler<Input, Data> {
  return changing(
    (transaction, context, input) =>
      withIdempotencyKey(transaction, context, { call, input }, () =>
        change(transaction, context, input),
      ),
    readAnswer,
  );
}

/** A handler that changes records, and reads them for its answer in the same transaction. */
export function changing<Input, Result, Data>(
  change: Change<Input, Result>,
  readAnswer: ReadAnswer<Input, Result, Data>,
): Handler<Input, Data> {
  return (context, input) =>
    context.db.transaction(async (transaction) =>
      readAnswer(transaction, context, await change(transaction, context, input), input),
    );
}

/** Hours in which a repetition gets the first answer. */
const RETENTION_HOURS = 24;

/** Deletes old answers, because they may contain data of a record that was purged. */
export function idempotencySweep(db: Database): Job {
  return {
    name: 'idempotency.sweep',
    schedule: { everyMinutes: 60 },
    run: async () => {
      const { rowCount } = await db
        .delete(idempotencyKeys)
        .where(
          lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${RETENTION_HOURS})`),
        );
      return { removed: rowCount ?? 0 };
    },
  };
}
