import { Hl7Message, type Hl7Segment } from '@medplum/core';
import type { MessageContent } from '@simiente/contract/inbox/calls';
import { decodeMessage, MessageError, read, readAny, readText } from './decode.ts';
import { readDay } from './read-sample.ts';

/** The segments of one study of a message. */
export interface StudySegments {
  /** PID. */
  readonly patient: Hl7Segment | null;
  /** ORC. */
  readonly order: Hl7Segment | null;
  /** OBR. */
  readonly request: Hl7Segment;
  /** Notes and specimen before the OBR, and the segments after it. */
  readonly rest: Hl7Segment[];
}

/** @throws MessageError for an observation outside a study, because it may be of another patient */
export function requireStudies({ segments }: Hl7Message): void {
  let isOpen = false;
  for (const segment of segments) {
    const { name } = segment;
    if (name === 'OBX' && !isOpen) {
      throw new MessageError('100', 'Trae una observación (OBX) antes de su estudio (OBR).');
    }
    const sent = readAny(segment, 5, read(segment, 2) === 'SN' ? [2, 1] : [1]);
    if (name === 'OBX' && readAny(segment, 3, [2, 5, 1, 4]) === '' && sent !== '') {
      const value = `«${sent}» (OBX ${read(segment, 1)})`;
      throw new MessageError('101', `Un resultado no tiene nombre (OBX-3): ${value}.`);
    }
    if (name === 'PID' || name === 'OBR') isOpen = name === 'OBR';
  }
}

export function splitStudies(message: Hl7Message): StudySegments[] {
  const studies: StudySegments[] = [];
  let patient: Hl7Segment | null = null;
  let order: Hl7Segment | null = null;
  /** The specimen of the next studies, in messages that send it before its studies. */
  let specimen: Hl7Segment | null = null;
  /** Notes about the patient, order or specimen come before their study. */
  let notes: Hl7Segment[] = [];
  let rest: Hl7Segment[] | null = null;
  let precedesStudy = true;
  for (const segment of message.segments) {
    const { name } = segment;
    if (name === 'PID') {
      if (patient !== null) rest?.push(...notes.splice(0));
      [patient, order, specimen, rest, precedesStudy] = [segment, null, null, null, true];
    } else if (name === 'ORC') {
      [order, precedesStudy] = [segment, true];
    } else if (name === 'SPM' && (rest === null || specimen !== null)) {
      [specimen, precedesStudy] = [segment, true];
    } else if (name === 'NTE' && precedesStudy) {
      notes.push(segment);
    } else if (name === 'OBR') {
      rest = [...notes, ...(specimen === null ? [] : [specimen])];
      studies.push({ patient, order, request: segment, rest });
      [order, notes, precedesStudy] = [null, [], false];
    } else {
      if (name === 'OBX') precedesStudy = false;
      rest?.push(segment);
    }
  }
  rest?.push(...notes);
  return studies;
}

/** Name or code in OBR-4. */
export const readStudyName = (request: Hl7Segment) => readAny(request, 4, [2, 1]);

/** Number, study and patient of each numbered report of a message. Values are not read, so they may be invalid. */
export function readReportKeys(message: Hl7Message): string[] {
  return splitStudies(message).flatMap(({ patient, order, request }) => {
    const number = read(request, 3) || read(order, 3);
    const study = readStudyName(request);
    return number === '' ? [] : [[number, study, readName(patient) ?? ''].join('|').slice(0, 500)];
  });
}

const OUR_ID = /^usr_/;

/**
 * Our ids if the message contains any (PID-3, and PID-2 and PID-4 of earlier versions), otherwise the first id with
 * the authority that assigned it (PID-3.4).
 */
export function readPatientId(patient: Hl7Segment | null): string | null {
  const context = patient?.context;
  const ids = [3, 2, 4].flatMap((field) =>
    (patient?.getField(field)?.components ?? []).map(([id, , , authority = '']) => ({
      id: readText(id, context),
      // An escaped subcomponent separator is part of the name.
      authority: readText(authority.split(context?.subcomponentSeparator ?? '&')[0], context),
    })),
  );
  const isOurs = ({ id, authority }: (typeof ids)[number]) =>
    OUR_ID.test(id) || (id !== '' && authority.toUpperCase() === 'SIMIENTE');
  const ourIds = new Set(ids.flatMap(({ id }) => (OUR_ID.test(id) ? id : [])));
  if (ourIds.size > 1) return [...ourIds].join(' / ');
  const found = ids.find(isOurs) ?? ids.find(({ id }) => id !== '');
  if (found === undefined) return null;
  const { id, authority } = found;
  return isOurs(found) || authority === '' ? id : `${id} (${authority})`;
}

/** Given, further and family names, in the order of a patient's name here. */
export const readName = (patient: Hl7Segment | null): string | null =>
  [2, 3, 1]
    .map((part) => read(patient, 5, part))
    .filter(Boolean)
    .join(' ') || null;

/** PID-8; null for any other sex, and if it is unknown. */
export function readSex(patient: Hl7Segment | null): 'female' | 'male' | null {
  const written = read(patient, 8);
  if (/^(?:f|mujer)/i.test(written)) return 'female';
  return /^[mh]/i.test(written) ? 'male' : null;
}

export function readBirthDate(patient: Hl7Segment | null): string | null {
  const written = read(patient, 7);
  return readDay(written) ?? (written || null);
}

/** The content of a failed message for users, as Latin-1 if it cannot be decoded otherwise. */
export function describeContent(content: Buffer): MessageContent {
  const text = attempt(() => decodeMessage(content)) ?? content.toString('latin1');
  const studyParts = attempt(() => splitStudies(Hl7Message.parse(text))) ?? [];
  const [patient = null] = studyParts.map((parts) => parts.patient);
  const person = [readName(patient), readPatientId(patient), readBirthDate(patient)];
  const studies = studyParts.map(({ request }) => readStudyName(request) || 'Sin nombre');
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
