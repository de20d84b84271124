import { Hl7Message } from '@medplum/core';
import type { FailedMessageContent } from '@simiente/contract/results/file-calls';
import { and, eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { laboratoryMessages } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { decodeMessage } from './decode.ts';
import { failed, INTERRUPTED } from './ledger.ts';
import { describeMessage } from './read-message.ts';

/** Characters of a segment that are shown: more are of a document. */
const LONGEST_SEGMENT = 2000;
const MOST_SEGMENTS = 300;

/**
 * A message that failed, as its sender wrote it.
 * @throws Problem NOT_FOUND for none, and one that was settled
 */
export async function readFailedMessage(db: Reader, id: string): Promise<FailedMessageContent> {
  const [row] = await db
    .select({ content: laboratoryMessages.content, reason: laboratoryMessages.reason })
    .from(laboratoryMessages)
    .where(and(eq(laboratoryMessages.id, messageId(id)), failed));
  if (row?.content == null) throw new Problem('NOT_FOUND');
  const text = readableText(row.content);
  const segments = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const shown = segments.slice(0, MOST_SEGMENTS).map((line) => line.slice(0, LONGEST_SEGMENT));
  const said = described(text);
  return { idMessage: id, reason: row.reason ?? INTERRUPTED, ...said, segments: shown };
}

const UNREADABLE = { patient: { id: null, name: null, birthDate: null }, studies: [] };

/** In the character set that it names; of one that is not so, byte by byte. */
function readableText(content: Buffer): string {
  try {
    return decodeMessage(content);
  } catch {
    return content.toString('latin1');
  }
}

function described(text: string) {
  try {
    return describeMessage(Hl7Message.parse(text));
  } catch {
    return UNREADABLE;
  }
}

/**
 * Puts a message that failed aside, with the reason. Sent again, it is processed again.
 * @throws Problem NOT_FOUND for none, and one that was settled
 */
export async function discardMessage(
  transaction: Transaction,
  act: StaffContext,
  { idMessage, reason }: { readonly idMessage: string; readonly reason: string },
): Promise<void> {
  const discarded = await transaction
    .update(laboratoryMessages)
    .set({ settledAt: sql`now()`, settledBy: act.actor.id, settledReason: reason })
    .where(and(eq(laboratoryMessages.id, messageId(idMessage)), failed))
    .returning({ id: laboratoryMessages.id });
  if (discarded.length === 0) throw new Problem('NOT_FOUND');
  await writeAudit(transaction, act, {
    action: 'laboratory_message.discarded',
    subject: { kind: 'delivery', id: idMessage },
  });
}

/** Digits within the range of the column; 0 is the id of none. */
const messageId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);
