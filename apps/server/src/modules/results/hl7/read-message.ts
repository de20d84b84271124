import { Hl7Message, type Hl7Segment } from '@medplum/core';
import {
  branchExamNames,
  examCodes,
  examTypeOfCode,
  partnerExamNames,
} from '@simiente/contract/exams/catalogue';
import {
  choiceLabel,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { studies } from '@simiente/contract/results/analytes/studies';
import { studyNamed } from '@simiente/contract/results/analytes/study-names';
import type { SampleColumns } from '../entering/sample.ts';
import { isSameRow, isSameValue } from '../entering/write-values.ts';
import type { LaboratoryRow } from '../import/deliver-row.ts';
import {
  component,
  decodeMessage,
  MessageRefused,
  unescapeText,
  withUsualDelimiters,
} from './decode.ts';
import type { Documents } from './documents.ts';
import { fold } from './identify.ts';
import {
  isAbstinence,
  isLive,
  type Observation,
  observationName,
  readObservation,
  textRow,
} from './read-observation.ts';
import { type Clock, readDay, readMoment, readOffset, readSample } from './read-sample.ts';

/** The results of one study of one sample in a message. */
export interface MessageResult {
  readonly examType: string;
  /** Numbers of the laboratory for its parts (OBR-3). */
  readonly fillerNumbers: readonly string[];
  readonly whose: Omit<LaboratoryRow, 'sample' | 'values'>;
  readonly sample: Partial<SampleColumns>;
  readonly observations: readonly Observation[];
  /** Digests of its documents. */
  readonly documents: readonly string[];
  /** Reason for which the laboratory rejects a study, in its own words. */
  readonly rejection: string | null;
}

interface ReadMessage {
  /** MSH-10. */
  readonly controlId: string;
  /** MSH-7; null where it cannot be read. */
  readonly sentAt: Date | null;
  readonly results: readonly MessageResult[];
}

const VERSION = /^2\.[3-8](?:\.\d)?$/;

/**
 * The text of a message as segments.
 * @throws MessageRefused for an invalid message
 */
export function parseMessage(bytes: Uint8Array): Hl7Message {
  try {
    return Hl7Message.parse(decodeMessage(bytes));
  } catch (error) {
    if (!(error instanceof MessageRefused)) {
      throw new MessageRefused('100', 'Esto no es un mensaje HL7: debe empezar con MSH.', 'AR');
    }
    error.header = readHeader(bytes);
    throw error;
  }
}

/** Bytes. */
const LONGEST_HEADER = 2000;

/** The first segment of a message that cannot be read, for its acknowledgment. */
function readHeader(bytes: Uint8Array): Hl7Message | null {
  const [header = ''] = Buffer.from(bytes.subarray(0, LONGEST_HEADER))
    .toString('latin1')
    .split(/[\r\n]/);
  return header.startsWith('MSH') ? Hl7Message.parse(withUsualDelimiters(header)) : null;
}

/**
 * The results of an unsolicited message of observations (ORU^R01).
 * @throws MessageRefused for another type or version, and for one without patient or results
 */
export function readMessage(
  message: Hl7Message,
  timeZone: string,
  documents: Documents = new Map(),
): ReadMessage {
  const header = message.getSegment('MSH');
  const type = [1, 2].map((number) => component(header?.getField(9), number)).join('^');
  if (type !== 'ORU^R01') {
    throw new MessageRefused('200', `Se recibe ORU^R01, y este mensaje es «${type}».`);
  }
  const version = component(header?.getField(12), 1);
  if (!VERSION.test(version)) {
    throw new MessageRefused('203', `Se reciben las versiones 2.3 a 2.8, y esta es «${version}».`);
  }
  const controlId = component(header?.getField(10), 1);
  if (controlId === '') throw new MessageRefused('101', 'Falta el identificador (MSH-10).');
  const sent = component(header?.getField(7), 1);
  const clock = { timeZone, offset: readOffset(sent) };
  const sentAt = readMoment(sent, clock)?.at ?? null;
  const results = groupSegments(message).map((group) => readGroup(group, clock, sentAt, documents));
  if (results.length === 0) throw new MessageRefused('101', 'No tiene resultados (OBR).');
  return {
    controlId,
    sentAt,
    results: merged(results).filter(
      ({ observations, rejection, sample }) =>
        observations.length > 0 || rejection !== null || sample.abstinenceDays != null,
    ),
  };
}

/** Segments after one OBR, with the patient and the order before it. */
interface Group {
  readonly patient: Hl7Segment | null;
  readonly order: Hl7Segment | null;
  readonly request: Hl7Segment;
  readonly rest: Hl7Segment[];
}

function groupSegments(message: Hl7Message): Group[] {
  const groups: Group[] = [];
  let patient: Hl7Segment | null = null;
  let order: Hl7Segment | null = null;
  for (const segment of message.segments) {
    if (segment.name === 'PID') {
      patient = segment;
      order = null;
    } else if (segment.name === 'ORC') {
      order = segment;
    } else if (segment.name === 'OBR') {
      groups.push({ patient, order, request: segment, rest: [] });
      order = null;
    } else {
      groups.at(-1)?.rest.push(segment);
    }
  }
  return groups;
}

/** Number, study and patient of each report of a message, however wrong the rest of it is; none without a number. */
export function readReportKeys(message: Hl7Message): string[] {
  return groupSegments(message).flatMap(({ patient, order, request }) => {
    const number = component(request.getField(3), 1) || component(order?.getField(3), 1);
    const study = component(request.getField(4), 2) || component(request.getField(4), 1);
    return number === '' ? [] : [[number, study, readName(patient) ?? ''].join('|').slice(0, 500)];
  });
}

/** Description of a failed message for users. */
export function describeMessage(message: Hl7Message) {
  const groups = groupSegments(message);
  const [patient = null] = groups.map((group) => group.patient);
  return {
    patient: {
      id: readPatientId(patient),
      name: readName(patient),
      birthDate: readBirthDate(patient),
    },
    studies: groups.map(
      ({ request }) =>
        component(request.getField(4), 2) || component(request.getField(4), 1) || 'Sin nombre',
    ),
  };
}

function readGroup(
  { patient, order, request, rest }: Group,
  clock: Clock,
  sentAt: Date | null,
  documents: Documents,
): MessageResult {
  const observed = rest.filter(({ name }) => name === 'OBX');
  const status = component(request.getField(25), 1).toUpperCase();
  const read = observed
    .filter((obx) => !isAbstinence(obx))
    .flatMap((obx) => readObservation(obx, status, documents) ?? []);
  const notes = readNotes(rest);
  const rejection = readRejection(request, status, read, notes);
  const placer = [order?.getField(2), request.getField(2)].map((field) => component(field, 1));
  const filler = [request.getField(3), order?.getField(3)].map((field) => component(field, 1));
  const sent = {
    fillerNumber: filler.find((number) => number !== '')?.slice(0, 200) ?? null,
    sentAt: sentAt?.toISOString() ?? null,
  };
  const { sample, problems, abstinence } = readSample(request, rest, clock);
  const remarks = [
    ...(abstinence === null ? [] : [remark('Abstinencia', abstinence)]),
    ...(notes === '' ? [] : [remark(REMARKS, notes)]),
    ...(problems.length === 0 ? [] : [remark(UNREAD_DATES, problems.join('\n'))]),
  ];
  const observations = [...read, ...remarks].map((one) => ({
    ...one,
    value: { ...one.value, ...sent },
  }));
  return {
    examType: studyOfRequest(request, observations),
    fillerNumbers: sent.fillerNumber === null ? [] : [sent.fillerNumber],
    whose: {
      patientText: readPatientId(patient),
      nameText: readName(patient),
      birthDateText: readBirthDate(patient),
      folioText: placer.find((number) => number !== '') ?? null,
    },
    sample,
    observations: oneEach(observations),
    documents: read.filter(isLive).flatMap(({ document }) => document ?? []),
    rejection,
  };
}

/** HL7 table 0123: no results are available, the order was cancelled. */
const CANCELLED = 'X';

/**
 * Why a laboratory will not make a study: of a report that is cancelled, or whose every value could not be obtained.
 * @throws MessageRefused for a cancelled report with values
 */
function readRejection(
  request: Hl7Segment,
  status: string,
  read: readonly Observation[],
  notes: string,
): string | null {
  const isEmpty = read.length > 0 && read.every((one) => one.status === 'cancelled');
  if (status !== CANCELLED && !isEmpty) return null;
  const live = read.filter(isLive);
  const measured = live.find(({ value }) => value.analyte !== null || value.value !== null);
  if (measured !== undefined) {
    throw new MessageRefused('102', `OBR-25 cancela el estudio y trae un valor: ${measured.name}.`);
  }
  const said = live.map(({ value }) => value.text).filter(Boolean);
  const why = [...said, notes].filter(Boolean).join('\n');
  const name = component(request.getField(4), 2) || component(request.getField(4), 1);
  return (why || `Sin motivo (${name})`).slice(0, 1000);
}

const OUR_ID = /^usr_/;

/**
 * Our id if the message has it (PID-3, and PID-2 and PID-4 of earlier versions), otherwise the first id. A number
 * belongs to the authority that assigned it (PID-3.4).
 */
function readPatientId(patient: Hl7Segment | null): string | null {
  const ids = [3, 2, 4].flatMap((number) => {
    const field = patient?.getField(number);
    return (field?.components ?? []).map((parts, index) => ({
      id: component(field, 1, index),
      authority: unescapeText((parts[3] ?? '').split('&')[0] ?? ''),
    }));
  });
  const isOurs = ({ id, authority }: (typeof ids)[number]) =>
    OUR_ID.test(id) || (id !== '' && authority.toUpperCase() === 'SIMIENTE');
  const found = ids.find(isOurs) ?? ids.find(({ id }) => id !== '');
  if (found === undefined) return null;
  const { id, authority } = found;
  return isOurs(found) || authority === '' ? id : `${id} (${authority})`;
}

/** Family, given and further names, in the order in which we write them. */
function readName(patient: Hl7Segment | null): string | null {
  const [family = '', given = '', further = ''] = [1, 2, 3].map((number) =>
    component(patient?.getField(5), number),
  );
  return [given, further, family].filter(Boolean).join(' ') || null;
}

function readBirthDate(patient: Hl7Segment | null): string | null {
  const written = component(patient?.getField(7), 1);
  return readDay(written) ?? (written || null);
}

const plain = (text: string) => fold(text).replaceAll(/[_\s]+/g, '');

/** The study in OBR-4, otherwise the one whose fields have most of the analytes, otherwise the text of OBR-4. */
function studyOfRequest(request: Hl7Segment, observations: readonly Observation[]): string {
  const names = [2, 5, 1, 4]
    .map((number) => component(request.getField(4), number))
    .filter(Boolean);
  const types = Object.keys(studies) as (keyof typeof studies)[];
  const [named] = names.flatMap((name) => studyNamed(name) ?? []);
  if (named !== undefined) return named;
  const code = examCodes.find((one) =>
    names.some((name) =>
      [one, branchExamNames[one], partnerExamNames[one]].some((own) => plain(own) === plain(name)),
    ),
  );
  if (code !== undefined) return examTypeOfCode[code];
  const analytes = observations.map(({ value }) => value.analyte);
  const shares = types.map((type) => {
    const fields: readonly string[] = studies[type].fields;
    return { type, share: analytes.filter((one) => one !== null && fields.includes(one)).length };
  });
  const [best] = shares.toSorted((one, other) => other.share - one.share);
  if (best !== undefined && best.share > 0) return best.type;
  return (names[0] ?? 'Sin tipo').slice(0, 100);
}

function readNotes(rest: readonly Hl7Segment[]): string {
  let about = '';
  const lines: string[] = [];
  for (const segment of rest) {
    if (segment.name === 'OBX') about = observationName(segment);
    if (segment.name !== 'NTE') continue;
    const field = segment.getField(3);
    const said = (field?.components ?? [])
      .map((parts) => parts.map(unescapeText).filter(Boolean).join(' '))
      .join('\n');
    if (said !== '') lines.push(about === '' ? said : `${about}: ${said}`);
  }
  return lines.join('\n').slice(0, 4000);
}

const REMARKS = 'Comentarios del laboratorio';

const UNREAD_DATES = 'Fechas que no se guardaron';

const remark = (name: string, text: string): Observation => ({
  name,
  value: textRow(name, text),
  status: 'final',
});

/**
 * A row occurs once in a set: a value of it takes precedence over its withdrawal in the same message, lines of one
 * text are joined, and a second value gets a name of its own.
 */
function oneEach(observations: readonly Observation[]): Observation[] {
  const kept: Observation[] = [];
  for (const observation of observations) {
    const { value } = observation;
    const twin = kept.findIndex((one) => isSameRow(one.value, value));
    const other = kept[twin];
    if (other === undefined) {
      kept.push(observation);
    } else if (!isLive(other) && isLive(observation)) {
      kept[twin] = observation;
    } else if (!isLive(observation)) {
      // A withdrawal beside a value of the same message.
    } else if (isSameValue(other.value, value)) {
      // It adds nothing to the first one, except a flag that only it has.
      const laboratoryFlag = other.value.laboratoryFlag ?? value.laboratoryFlag ?? null;
      kept[twin] = { ...other, value: { ...other.value, laboratoryFlag } };
    } else if (value.text !== null && other.value.text !== null && value.value === null) {
      const text = `${other.value.text}\n${value.text}`.slice(0, 4000);
      kept[twin] = { ...other, value: { ...other.value, text } };
    } else {
      kept.push({ ...observation, value: secondValue(value, kept) });
    }
  }
  return kept;
}

function secondValue(value: Observation['value'], kept: readonly Observation[]) {
  const { analyte, choice } = value;
  const label =
    value.name ?? (analyte !== null && isAnalyteKey(analyte) ? getAnalyte(analyte).label : '');
  const count = kept.filter((one) => one.value.name?.startsWith(`${label} (`)).length + 2;
  const text =
    choice !== null && analyte !== null && isAnalyteKey(analyte)
      ? choiceLabel(analyte, choice)
      : value.text;
  const note = `El mensaje trae otro valor de ${label}.`;
  return { ...value, analyte: null, name: `${label} (${count})`, choice: null, text, note };
}

const pickGiven = (sample: Partial<SampleColumns>) =>
  Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== null));

/** Laboratories send a study as one OBR or as one for each analyte: those of one sample and study are one. */
function merged(results: readonly MessageResult[]): MessageResult[] {
  const byKey = Map.groupBy(results, ({ examType, whose, sample, rejection }) =>
    JSON.stringify([examType, whose, sample.collectedAt ?? null, rejection]),
  );
  // A rejection comes last, so that it joins the results of the same study.
  const inOrder = [...byKey.values()].toSorted(
    ([one], [other]) => Number(one?.rejection != null) - Number(other?.rejection != null),
  );
  return inOrder.map(([first, ...others]) => {
    if (first === undefined) throw new Error('A group has a member');
    const all = [first, ...others];
    return {
      ...first,
      sample: all.reduce((whole, { sample }) => ({ ...sample, ...pickGiven(whole) }), {}),
      fillerNumbers: [...new Set(all.flatMap(({ fillerNumbers }) => fillerNumbers))],
      observations: oneEach(all.flatMap(({ observations }) => observations)),
      documents: all.flatMap(({ documents }) => documents),
    };
  });
}
