import { Hl7Context, type Hl7Message, Hl7Segment } from '@medplum/core';
import { component, type MessageRefused } from './decode.ts';

const OURS = 'SIMIENTE';

/**
 * The answer to a message, positive without a rejection, with the results that wait for a user. Version,
 * processing id and names are copied from the message.
 * @param message null if it could not be parsed
 */
export function acknowledge(
  message: Hl7Message | null,
  refusal: Pick<MessageRefused, 'ack' | 'code' | 'message' | 'header'> | null,
  waiting: readonly string[] = [],
): string {
  const now = new Date();
  const context = new Hl7Context();
  const header = (message ?? refusal?.header)?.getSegment('MSH');
  const read = (field: number, part = 1) => escaped(component(header?.getField(field), part));
  const at = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const msh = [
    ...['MSH', context.getMsh2(), OURS, '', read(3), read(4), `${at}+0000`, '', 'ACK^R01^ACK'],
    ...[
      String(now.getTime()),
      read(11) || 'P',
      read(12) || '2.5.1',
      '',
      '',
      '',
      '',
      '',
      'UNICODE UTF-8',
    ],
  ];
  const code = refusal === null ? 'AA' : refusal.ack;
  const waitingText =
    waiting.length === 0 ? '' : `En espera de revisión: ${[...new Set(waiting)].join(' ')}`;
  const segments = [
    new Hl7Segment(msh, context),
    new Hl7Segment(['MSA', code, read(10), escaped(refusal?.message ?? waitingText)], context),
    ...(refusal === null
      ? []
      : [
          new Hl7Segment(
            ['ERR', '', '', refusal.code, 'E', '', '', '', escaped(refusal.message)],
            context,
          ),
        ]),
  ];
  return `${segments.map(String).join('\r')}\r`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
};

const escaped = (text: string) =>
  text.replaceAll(/[\\|^&~]/g, (sign) => ESCAPES[sign] ?? '').replaceAll(/[\r\n]+/g, ' ');
