import { Hl7Message } from '@medplum/core';
import type { MessageContent } from '@simiente/contract/inbox/calls';
import { decodeMessage } from './decode.ts';
import { describeMessage } from './read-message.ts';

/** A message as its sender wrote it. */
export function describeContent(content: Buffer): MessageContent {
  const text = readableText(content);
  const { patient, studies } = described(text);
  const { name, id, birthDate } = patient;
  const segments = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return {
    facts: [
      {
        name: 'Paciente',
        text: [name, id, birthDate].filter(Boolean).join(' · ') || 'No se indica',
      },
      { name: 'Estudios', text: studies.join(', ') || 'No se pudieron leer' },
    ],
    segments,
  };
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
