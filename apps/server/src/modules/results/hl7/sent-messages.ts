import { type FileOutcome, MOST_NOTES } from '@simiente/contract/results/file-calls';
import { waitingReasonWords } from '@simiente/contract/results/received-calls';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import { writeAudit } from '../../audit/public.ts';
import { ImportRefused, refuseMany } from '../import/refusal.ts';
import type { Applied } from './apply-message.ts';
import { splitMessages } from './decode.ts';
import { checkMessages, type Received, receiveMessage } from './receive-message.ts';

interface Sent {
  readonly idLaboratory: string;
  readonly bytes: Buffer;
  readonly file: { readonly name: string };
}

/** Headers of a message, a batch and a file, behind what a protocol or editor puts in front. */
const HEADER = /^(?:\uFEFF|ï»¿)?[\v\s]*(?:MSH|BHS|FHS)[^\p{L}\p{N}\s]/u;

/** Whether a file has HL7 v2 messages. */
export const isMessages = (bytes: Buffer) => HEADER.test(bytes.subarray(0, 64).toString('latin1'));

/** What would become of the messages of a file. */
export async function checkSentMessages(context: StaffContext, sent: Sent): Promise<FileOutcome> {
  const contents = contentsOf(sent.bytes);
  const parts = { db: context.db, timeZone: context.clinicTimeZone };
  const laboratoryId = sent.idLaboratory;
  return outcomeOf(await checkMessages(parts, context, { laboratoryId, contents }));
}

/** Receives the messages of a file, as if the laboratory's system had sent each. */
export async function importSentMessages(
  context: StaffContext,
  { idLaboratory: laboratoryId, bytes, file }: Sent,
): Promise<FileOutcome> {
  const { db, log, clinicTimeZone: timeZone } = context;
  const received: Received[] = [];
  for (const [index, content] of contentsOf(bytes).entries()) {
    const where = `${file.name}, mensaje ${index + 1}`;
    received.push(
      await receiveMessage({ db, log, timeZone }, context, { laboratoryId, content, where }),
    );
  }
  const outcome = outcomeOf(received);
  const { notes: _notes, total: rows, ...counts } = outcome;
  await db.transaction((transaction) =>
    writeAudit(transaction, context, {
      action: 'results.imported',
      subject: { kind: 'partner', id: laboratoryId },
      details: { rows, ...counts },
    }),
  );
  return outcome;
}

function contentsOf(bytes: Buffer): Uint8Array[] {
  const contents = splitMessages(bytes);
  if (contents.length === 0) {
    throw new ImportRefused('El archivo no tiene mensajes HL7: cada uno empieza con MSH.');
  }
  refuseMany(contents.length, 'mensajes');
  return contents;
}

const DONE: ReadonlySet<Applied> = new Set(['entered', 'changed', 'repeated', 'older']);

function outcomeOf(messages: readonly Omit<Received, 'acknowledgment'>[]): FileOutcome {
  const all = messages.flatMap(({ applied }) => applied);
  const count = (...kinds: readonly Applied[]) => all.filter((one) => kinds.includes(one)).length;
  const known = messages.filter(
    ({ outcome, applied }) => outcome === 'applied' && applied.length === 0,
  ).length;
  const notes = messages.flatMap(({ reason, applied }, index): FileOutcome['notes'] => {
    const line = index + 1;
    if (reason !== null) return [{ line, kind: 'refused', words: reason }];
    return applied.flatMap((one) => {
      if (DONE.has(one)) return [];
      const words = waitingReasonWords[one as keyof typeof waitingReasonWords];
      return [{ line, kind: 'waiting' as const, words }];
    });
  });
  return {
    total: messages.length,
    entered: count('entered'),
    changed: count('changed'),
    repeated: count('repeated', 'older') + known,
    waiting: all.filter((one) => !DONE.has(one)).length,
    refused: messages.filter(({ outcome }) => outcome === 'failed').length,
    notes: notes.slice(0, MOST_NOTES),
  };
}
