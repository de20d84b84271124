import {
  type FileOutcome,
  MOST_NOTES,
  MOST_SENT_MESSAGES,
} from '@simiente/contract/results/file-calls';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { unavailable } from '../../../platform/failures.ts';
import { hasAnswer, withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { ImportRefused, requireAtMost } from '../../../platform/tables/table-limits.ts';
import { auditView, writeAudit } from '../../audit/public.ts';
import { describeWaiting, type ResultOutcome } from './apply-message.ts';
import { findBatchProblem, splitMessages } from './decode.ts';
import type { DocumentParts } from './documents.ts';
import { findRefusals } from './ledger.ts';
import {
  type CheckedMessage,
  checkMessages,
  digestMessage,
  receiveMessage,
} from './receive-message.ts';

/** Services that check and store the documents in messages. */
export type FileParts = Omit<DocumentParts, 'db'>;

interface SentFile {
  readonly idLaboratory: string;
  readonly bytes: Buffer;
  readonly file: { readonly name: string; readonly sha256: string };
}

/** Start of a message, batch or file, after characters that a protocol or editor adds. */
const HEADER = /^(?:\uFEFF|ï»¿)?[\v\s]*(?:MSH|BHS|FHS)[^\p{L}\p{N}\s]/u;

export const isMessages = (bytes: Buffer) => HEADER.test(bytes.subarray(0, 64).toString('latin1'));

export async function checkSentMessages(
  context: StaffContext,
  { idLaboratory: laboratoryId, bytes }: SentFile,
): Promise<FileOutcome> {
  const contents = readContents(bytes);
  const parts = { db: context.db, timeZone: context.clinicTimeZone };
  return toOutcome(await checkMessages(parts, context, { laboratoryId, contents }));
}

/**
 * Receives each message of a file, as if the laboratory's system had sent it. A retry under the same key gets the
 * first answer; after an interruption it receives the remaining messages.
 */
export async function importSentMessages(
  context: StaffContext,
  files: FileParts,
  { idLaboratory: laboratoryId, bytes, file }: SentFile,
): Promise<FileOutcome> {
  const { db } = context;
  const contents = readContents(bytes);
  const answerOnce = (write: (transaction: Transaction) => Promise<FileOutcome>) =>
    db.transaction(async (transaction) => {
      const call = { call: 'resultFiles.import', input: { laboratoryId, file: file.sha256 } };
      const stored = await withIdempotencyKey(transaction, context, call, async () =>
        withoutReasons(await write(transaction)),
      );
      await auditView(transaction, context, {
        action: 'results.checked',
        subject: { kind: 'partner', id: laboratoryId },
      });
      return withReasons(transaction, stored, { laboratoryId, contents });
    });
  if (await hasAnswer(db, context)) {
    return answerOnce(() => {
      throw unavailable();
    });
  }
  const { log, clinicTimeZone: timeZone } = context;
  const received: CheckedMessage[] = [];
  for (const [index, content] of contents.entries()) {
    const message = { laboratoryId, content, where: `${file.name}, mensaje ${index + 1}` };
    received.push(await receiveMessage({ ...files, db, log, timeZone }, context, message));
  }
  return answerOnce(async (transaction) => {
    const outcome = toOutcome(received);
    const { notes: _notes, total: rows, ...counts } = outcome;
    await writeAudit(transaction, context, {
      action: 'results.imported',
      subject: { kind: 'partner', id: laboratoryId },
      details: { rows, ...counts },
    });
    return outcome;
  });
}

/** Removes the reasons of rejections, which may quote the message, before the answer is stored under the key. */
const withoutReasons = (outcome: FileOutcome): FileOutcome => ({
  ...outcome,
  notes: outcome.notes.map((note) => (note.kind === 'refused' ? { ...note, words: '' } : note)),
});

/** Adds the reasons again, from the stored messages. */
async function withReasons(
  db: Reader,
  outcome: FileOutcome,
  { laboratoryId, contents }: { laboratoryId: string; contents: readonly Uint8Array[] },
): Promise<FileOutcome> {
  const refused = outcome.notes.filter(({ kind }) => kind === 'refused');
  if (refused.length === 0) return outcome;
  const digestAt = (line: number) =>
    digestMessage(laboratoryId, contents[line - 1] ?? new Uint8Array());
  const reasons = await findRefusals(
    db,
    refused.map(({ line }) => digestAt(line)),
  );
  const notes = outcome.notes.map((note) =>
    note.kind === 'refused'
      ? { ...note, words: reasons.get(digestAt(note.line)) ?? 'Se procesó después.' }
      : note,
  );
  return { ...outcome, notes };
}

function readContents(bytes: Buffer): Uint8Array[] {
  const contents = splitMessages(bytes, MOST_SENT_MESSAGES);
  if (contents.length === 0) {
    throw new ImportRefused('El archivo no tiene mensajes HL7: cada uno empieza con MSH.');
  }
  requireAtMost(contents.length, MOST_SENT_MESSAGES, 'mensajes');
  const studies = bytes.toString('latin1').match(/[\r\n]OBR/g) ?? [];
  requireAtMost(studies.length, MOST_SENT_MESSAGES, 'estudios (OBR)');
  const problem = findBatchProblem(bytes, contents.length);
  if (problem !== null) throw new ImportRefused(problem);
  return contents;
}

function toOutcome(messages: readonly CheckedMessage[]): FileOutcome {
  const all = messages.flatMap(({ results }) => results);
  const count = (...kinds: readonly ResultOutcome[]) =>
    all.filter((one) => kinds.includes(one)).length;
  const unchangedCount = messages.filter(
    ({ outcome, results }) => outcome === 'applied' && results.length === 0,
  ).length;
  const notes = messages.flatMap(({ reason, results }, index): FileOutcome['notes'] => {
    const line = index + 1;
    if (reason !== null) return [{ line, kind: 'refused', words: reason }];
    return describeWaiting(results).map((words) => ({ line, kind: 'waiting' as const, words }));
  });
  return {
    total: messages.length,
    entered: count('entered'),
    changed: count('changed', 'rejected'),
    repeated: count('repeated', 'older') + unchangedCount,
    waiting: describeWaiting(all).length,
    refused: messages.filter(({ outcome }) => outcome === 'failed').length,
    notes: notes.slice(0, MOST_NOTES),
  };
}
