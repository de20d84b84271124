import { type FileOutcome, MOST_SENT_MESSAGES } from '@simiente/contract/results/file-calls';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import { unavailable } from '../../../platform/failures.ts';
import { hasAnswer } from '../../../platform/idempotency/idempotency-key.ts';
import { ImportRefused, requireAtMost } from '../../../platform/tables/table-limits.ts';
import {
  auditImport,
  importOnce,
  type LineOutcome,
  limitNotes,
  summarize,
} from '../import/outcome.ts';
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
  const checked = await checkMessages(parts, context, { laboratoryId, contents });
  return limitNotes(summarize(checked.map(toLine)));
}

const toLine = ({ results, reason }: CheckedMessage, index: number): LineOutcome => ({
  line: index + 1,
  results,
  reason,
});

/**
 * Receives each message of a file, as if the laboratory's system had sent it. A retry under the same key gets the
 * first answer; after an interruption it receives the remaining messages.
 */
export async function importSentMessages(
  context: StaffContext,
  files: FileParts,
  { idLaboratory: laboratoryId, bytes, file }: SentFile,
): Promise<FileOutcome> {
  const { db, log, clinicTimeZone: timeZone } = context;
  const contents = readContents(bytes);
  const received: LineOutcome[] = [];
  if (!(await hasAnswer(db, context))) {
    for (const [index, content] of contents.entries()) {
      const message = { laboratoryId, content, where: `${file.name}, mensaje ${index + 1}` };
      const outcome = await receiveMessage({ ...files, db, log, timeZone }, context, message);
      received.push(toLine(outcome, index));
    }
  }
  return importOnce(
    context,
    laboratoryId,
    { laboratoryId, file: file.sha256 },
    async (transaction) => {
      // The stored answer was deleted in the meantime.
      if (received.length === 0) throw unavailable();
      await auditImport(transaction, context, laboratoryId, received);
      return received;
    },
    (transaction, lines) =>
      findRefusals(
        transaction,
        lines.map((line) => digestMessage(laboratoryId, contents[line - 1] ?? new Uint8Array())),
      ),
  );
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
