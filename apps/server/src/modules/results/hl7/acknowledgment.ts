import type { Hl7Message } from '@medplum/core';
import { component, escapeText, type MessageRefused } from './decode.ts';

/**
 * The answer to a message: accepted, or rejected with the reason. Version, processing id and names are copied from
 * the message.
 * @param message null if it could not be parsed
 * @param waiting reasons why results wait for a user
 */
export function acknowledge(
  message: Hl7Message | null,
  refusal: Pick<MessageRefused, 'ack' | 'code' | 'message' | 'header'> | null,
  waiting: readonly string[] = [],
): string {
  const now = new Date();
  const header = (message ?? refusal?.header)?.getSegment('MSH');
  const read = (field: number, part = 1) => escapeText(component(header?.getField(field), part));
  const at = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const addresses = `SIMIENTE||${read(3)}|${read(4)}`;
  const version = `${read(11) || 'P'}|${read(12) || '2.5.1'}`;
  const waitingText =
    waiting.length === 0 ? '' : `En espera de revisión: ${[...new Set(waiting)].join(' ')}`;
  const text = escapeText(refusal?.message ?? waitingText);
  const segments = [
    `MSH|^~\\&|${addresses}|${at}+0000||ACK^R01^ACK|${now.getTime()}|${version}||||||UNICODE UTF-8`,
    `MSA|${refusal?.ack ?? 'AA'}|${read(10)}|${text}`,
    ...(refusal === null ? [] : [`ERR|||${refusal.code}|E||||${text}`]),
  ];
  return `${segments.join('\r')}\r`;
}
