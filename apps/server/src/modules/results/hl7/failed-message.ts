import { Hl7Message } from '@medplum/core';
import type { MessageContent } from '@simiente/contract/inbox/calls';
import { decodeMessage } from './decode.ts';
import {
  groupSegments,
  readBirthDate,
  readName,
  readPatientId,
  readStudyName,
} from './segments.ts';

/** The content of a failed message, decoded byte by byte if its character set is invalid. */
export function describeContent(content: Buffer): MessageContent {
  const text = attempt(() => decodeMessage(content)) ?? content.toString('latin1');
  const groups = attempt(() => groupSegments(Hl7Message.parse(text))) ?? [];
  const [patient = null] = groups.map((group) => group.patient);
  const person = [readName(patient), readPatientId(patient), readBirthDate(patient)];
  const studies = groups.map(({ request }) => readStudyName(request) || 'Sin nombre');
  return {
    facts: [
      { name: 'Paciente', text: person.filter(Boolean).join(' · ') || 'No se indica' },
      { name: 'Estudios', text: studies.join(', ') || 'No se pudieron leer' },
    ],
    segments: text.split(/[\r\n]+/).filter((line) => line.trim() !== ''),
  };
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
