import { type FileOutcome, MAX_NOTES } from '@simiente/contract/results/file-calls';
import { type WaitingReason, waitingReasonWords } from '@simiente/contract/results/states';
import { TransactionRollbackError } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { auditView, writeAudit } from '../../audit/public.ts';

/** Outcome of a sample that a laboratory sent. */
export type ResultOutcome = 'entered' | 'changed' | 'repeated' | WaitingReason;

export const describeWaiting = (outcomes: readonly ResultOutcome[]) =>
  outcomes.flatMap((one) =>
    Object.hasOwn(waitingReasonWords, one) ? waitingReasonWords[one as WaitingReason] : [],
  );

/** The outcome of a row of a table, or of a message. */
export interface LineOutcome {
  /** The row's line in the file, or the number of the message. */
  readonly line: number;
  /** Empty for a rejected line, and for a message that was already applied. */
  readonly results: readonly ResultOutcome[];
  /** Reason of the rejection, for users. */
  readonly reason: string | null;
}

export function summarize(lines: readonly LineOutcome[]): FileOutcome {
  const all = lines.flatMap(({ results }) => results);
  const count = (kind: ResultOutcome) => all.filter((one) => one === kind).length;
  const isUnchanged = ({ results, reason }: LineOutcome) => reason === null && results.length === 0;
  return {
    total: lines.length,
    entered: count('entered'),
    changed: count('changed'),
    repeated: count('repeated') + lines.filter(isUnchanged).length,
    waiting: describeWaiting(all).length,
    refused: lines.filter(({ reason }) => reason !== null).length,
    notes: lines.flatMap(({ line, results, reason }): FileOutcome['notes'] =>
      reason === null
        ? describeWaiting(results).map((words) => ({ line, kind: 'waiting', words }))
        : [{ line, kind: 'refused', words: reason }],
    ),
  };
}

export const limitNotes = (outcome: FileOutcome): FileOutcome => ({
  ...outcome,
  notes: outcome.notes.slice(0, MAX_NOTES),
});

export async function auditImport(
  transaction: Transaction,
  act: Act,
  laboratoryId: string,
  lines: readonly LineOutcome[],
): Promise<void> {
  const { notes: _notes, total: rows, ...counts } = summarize(lines);
  await writeAudit(transaction, act, {
    action: 'results.imported',
    subject: { kind: 'partner', id: laboratoryId },
    details: { rows, ...counts },
  });
}

/**
 * Imports a file once per Idempotency-Key. Reasons of rejections may quote the file, so they are not stored under the
 * key, and a repetition finds them again.
 * @param findReasons the reasons of rejected lines, in their order
 */
export async function importWithIdempotencyKey(
  context: StaffContext,
  laboratoryId: string,
  input: object,
  importLines: (transaction: Transaction) => Promise<readonly LineOutcome[]>,
  findReasons: (transaction: Transaction, lines: readonly number[]) => Promise<readonly string[]>,
): Promise<FileOutcome> {
  const call = { call: 'resultFiles.import', input };
  return context.db.transaction(async (transaction) => {
    const outcome = await withIdempotencyKey(transaction, context, call, async () => {
      const { notes, ...counts } = limitNotes(summarize(await importLines(transaction)));
      const withoutReason = (note: (typeof notes)[number]) =>
        note.kind === 'refused' ? { ...note, words: '' } : note;
      return { ...counts, notes: notes.map(withoutReason) };
    });
    await auditView(transaction, context, {
      action: 'results.checked',
      subject: { kind: 'partner', id: laboratoryId },
    });
    const refused = outcome.notes.filter(({ kind }) => kind === 'refused');
    const reasons = await findReasons(
      transaction,
      refused.map(({ line }) => line),
    );
    const notes = outcome.notes.map((note) =>
      note.kind === 'refused' ? { ...note, words: reasons[refused.indexOf(note)] ?? '' } : note,
    );
    return { ...outcome, notes };
  });
}

/** Does work in a transaction that is rolled back. */
export async function simulate<Result>(
  db: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let done: { readonly result: Result } | undefined;
  await db
    .transaction(async (transaction) => {
      done = { result: await work(transaction) };
      transaction.rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
  if (done === undefined) throw new Error('The transaction ended without a result');
  return done.result;
}
