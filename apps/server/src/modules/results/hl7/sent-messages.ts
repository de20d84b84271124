import {
  type FileOutcome,
  MOST_NOTES,
  MOST_SENT_ROWS,
} from '@simiente/contract/results/file-calls';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { unavailable } from '../../../platform/failures.ts';
import { hasAnswer, withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { ImportRefused, requireAtMost } from '../../../platform/tables/table-limits.ts';
import { auditView, writeAudit } from '../../audit/public.ts';
import { type Applied, wordsOfWaiting } from './apply-message.ts';
import { splitMessages } from './decode.ts';
import type { DocumentParts } from './documents.ts';
import { findRefusals } from './ledger.ts';
import { checkMessages, digestMessage, type Received, receiveMessage } from './receive-message.ts';

/** Services that check and store the documents of messages. */
export type FileParts = Omit<DocumentParts, 'db'>;

interface Sent {
  readonly idLaboratory: string;
  readonly bytes: Buffer;
  readonly file: { readonly name: string; readonly sha256: string };
}

/** Headers of a message, a batch and a file, after characters that a protocol or editor adds. */
const HEADER = /^(?:\uFEFF|ï»¿)?[\v\s]*(?:MSH|BHS|FHS)[^\p{L}\p{N}\s]/u;

/** Whether a file has HL7 v2 messages. */
export const isMessages = (bytes: Buffer) => HEADER.test(bytes.subarray(0, 64).toString('latin1'));

export async function checkSentMessages(context: StaffContext, sent: Sent): Promise<FileOutcome> {
  const contents = readContents(sent.bytes);
  const parts = { db: context.db, timeZone: context.clinicTimeZone };
  const laboratoryId = sent.idLaboratory;
  return toOutcome(await checkMessages(parts, context, { laboratoryId, contents }));
}

/**
 * Receives the messages of a file, as if the laboratory's system had sent each. A retry under the same key repeats
 * the first answer; after an interruption it receives the remaining ones.
 */
export async function importSentMessages(
  context: StaffContext,
  files: FileParts,
  { idLaboratory: laboratoryId, bytes, file }: Sent,
): Promise<FileOutcome> {
  const { db } = context;
  const contents = readContents(bytes);
  const once = (write: (transaction: Transaction) => Promise<FileOutcome>) =>
    db.transaction(async (transaction) => {
      const input = { laboratoryId, file: file.sha256 };
      const call = { call: 'resultFiles.import', input };
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
    return once(() => {
      throw unavailable();
    });
  }
  const received = await receiveAll(context, files, {
    laboratoryId,
    contents,
    fileName: file.name,
  });
  return once(async (transaction) => {
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

interface Messages {
  readonly laboratoryId: string;
  readonly contents: readonly Uint8Array[];
}

async function receiveAll(
  context: StaffContext,
  files: FileParts,
  { laboratoryId, contents, fileName }: Messages & { readonly fileName: string },
): Promise<Received[]> {
  const { db, log, clinicTimeZone: timeZone } = context;
  const received: Received[] = [];
  for (const [index, content] of contents.entries()) {
    const message = { laboratoryId, content, where: `${fileName}, mensaje ${index + 1}` };
    received.push(await receiveMessage({ ...files, db, log, timeZone }, context, message));
  }
  return received;
}

/** Removes the reasons of rejections, which may quote the message, before the answer is stored under the key. */
const withoutReasons = (outcome: FileOutcome): FileOutcome => ({
  ...outcome,
  notes: outcome.notes.map((note) => (note.kind === 'refused' ? { ...note, words: '' } : note)),
});

const MENDED = 'Se procesó después.';

/** Adds the reasons from the ledger. */
async function withReasons(
  db: Reader,
  outcome: FileOutcome,
  { laboratoryId, contents }: Messages,
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
    note.kind === 'refused' ? { ...note, words: reasons.get(digestAt(note.line)) ?? MENDED } : note,
  );
  return { ...outcome, notes };
}

function readContents(bytes: Buffer): Uint8Array[] {
  const contents = splitMessages(bytes, MOST_SENT_ROWS);
  if (contents.length === 0) {
    throw new ImportRefused('El archivo no tiene mensajes HL7: cada uno empieza con MSH.');
  }
  requireAtMost(contents.length, MOST_SENT_ROWS, 'mensajes');
  return contents;
}

function toOutcome(messages: readonly Omit<Received, 'acknowledgment'>[]): FileOutcome {
  const all = messages.flatMap(({ applied }) => applied);
  const count = (...kinds: readonly Applied[]) => all.filter((one) => kinds.includes(one)).length;
  const unchangedCount = messages.filter(
    ({ outcome, applied }) => outcome === 'applied' && applied.length === 0,
  ).length;
  const notes = messages.flatMap(({ reason, applied }, index): FileOutcome['notes'] => {
    const line = index + 1;
    if (reason !== null) return [{ line, kind: 'refused', words: reason }];
    return wordsOfWaiting(applied).map((words) => ({ line, kind: 'waiting' as const, words }));
  });
  return {
    total: messages.length,
    entered: count('entered'),
    changed: count('changed', 'rejected'),
    repeated: count('repeated', 'older') + unchangedCount,
    waiting: wordsOfWaiting(all).length,
    refused: messages.filter(({ outcome }) => outcome === 'failed').length,
    notes: notes.slice(0, MOST_NOTES),
  };
}
