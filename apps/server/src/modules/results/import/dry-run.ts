import type { Database, Transaction } from '../../../platform/database/database.ts';

/** Takes back everything that was written. */
class DryRun extends Error {}

/** What work in a transaction would come to; nothing of it stays. */
export async function withoutTrace<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let done: { readonly result: Result } | undefined;
  try {
    await db.transaction(async (transaction) => {
      done = { result: await work(transaction) };
      throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  if (done === undefined) throw new Error('A transaction that was taken back has ended');
  return done.result;
}
