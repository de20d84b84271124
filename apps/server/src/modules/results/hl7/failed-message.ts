import { Hl7Message } from '@medplum/core';
import type { MessageContent } from '@simiente/contract/inbox/calls';
import { component, decodeMessage } from './decode.ts';
import { type Group, groupSegments, readBirthDate, readName, readPatientId } from './segments.ts';

/** A message as its sender wrote it. */
export function describeContent(content: Buffer): MessageContent {
  const text = readableText(content);
  const groups = listGroups(text);
  const [patient = null] = groups.map((group) => group.patient);
  const person = [readName(patient), readPatientId(patient), readBirthDate(patient)];
  const studies = groups.map(
    ({ request }) =>
      component(request.getField(4), 2) || component(request.getField(4), 1) || 'Sin nombre',
  );
  const segments = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return {
    facts: [
      {
        name: 'Paciente',
        text: person.filter(Boolean).join(' · ') || 'No se indica',
      },
      { name: 'Estudios', text: studies.join(', ') || 'No se pudieron leer' },
    ],
    segments,
  };
}

/** Decodes with the character set that the message names, otherwise byte by byte. */
function readableText(content: Buffer): string {
  try {
    return decodeMessage(content);
  } catch {
    return content.toString('latin1');
  }
}

function listGroups(text: string): Group[] {
  try {
    return groupSegments(Hl7Message.parse(text));
  } catch {
    return [];
  }
}
