import { Hl7Message } from '@medplum/core';
import type { FailedMessageContent } from '@simiente/contract/results/file-calls';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { INTERRUPTED } from '../../inbox/public.ts';
import { decodeMessage } from './decode.ts';
import { laboratoryInbox } from './ledger.ts';
import { describeMessage } from './read-message.ts';

/** Characters of a segment that are shown: more are of a document. */
const LONGEST_SEGMENT = 2000;
const MOST_SEGMENTS = 300;

/**
 * A message that failed, as its sender wrote it.
 * @throws Problem NOT_FOUND for none, and one that was settled
 */
export async function readFailedMessage(db: Reader, id: string): Promise<FailedMessageContent> {
  const row = await laboratoryInbox.findFailed(db, id);
  if (row.content === null) throw new Problem('NOT_FOUND');
  const text = readableText(row.content);
  const segments = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const shown = segments.slice(0, MOST_SEGMENTS).map((line) => line.slice(0, LONGEST_SEGMENT));
  const said = described(text);
  return { idMessage: id, reason: row.reason ?? INTERRUPTED, ...said, segments: shown };
}

const UNREADABLE = { patient: { id: null, name: null, birthDate: null }, studies: [] };

/** Decodes with the character set that the message names, otherwise byte by byte. */
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
