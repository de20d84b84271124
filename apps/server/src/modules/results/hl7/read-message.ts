import { Hl7Message, type Hl7Segment } from '@medplum/core';
import {
  branchExamNames,
  examCodes,
  examTypesByCode,
  partnerExamNames,
} from '@simiente/contract/exams/catalogue';
import { studies } from '@simiente/contract/results/analytes/studies';
import { findStudyName } from '@simiente/contract/results/analytes/study-names';
import { fitText } from '@simiente/contract/results/fields';
import { joinFacts, type SampleColumns } from '../entering/sample.ts';
import type { DecimalMarks } from '../import/decimal-marks.ts';
import { foldHeading } from '../import/headings.ts';
import type { LaboratoryRow } from '../import/same-sample.ts';
import { decodeMessage, MessageError, read, readRepetitions } from './decode.ts';
import type { Documents } from './documents.ts';
import { type LaboratoryCodes, type ObservedStudy, readSpecimen } from './identify.ts';
import {
  isAbstinence,
  isLive,
  mergeRows,
  type Observation,
  observationName,
  readMarks,
  readObservation,
  remark,
} from './read-observation.ts';
import { type Clock, readMoment, readOffset, readSample } from './read-sample.ts';
import {
  readBirthDate,
  readName,
  readPatientId,
  readSex,
  readStudyName,
  requireStudies,
  type StudySegments,
  splitStudies,
} from './segments.ts';

/** The results of one study of one sample in a message. */
export interface MessageResult {
  readonly examType: string;
  /**
   * Whether the message names the study. Otherwise it is guessed from the values, and the guess may differ for
   * another message.
   */
  readonly isStudyNamed: boolean;
  /** Filler numbers: the laboratory's numbers of the study's parts (OBR-3). */
  readonly fillerNumbers: readonly string[];
  readonly identity: Omit<LaboratoryRow, 'sample' | 'values'>;
  readonly sample: Partial<SampleColumns>;
  readonly observations: readonly Observation[];
  /** Digests of the study's documents. */
  readonly documents: readonly string[];
  /** The laboratory's reason for rejecting a study, in its own words. */
  readonly rejection: string | null;
  /** Whether OBR-25 cancels the whole study, and not OBX-11 some of its values. */
  readonly isCancelled: boolean;
  /** Whether OBR-25 marks the report as a correction, which OBX-11 may mark on no value. */
  readonly isCorrected: boolean;
}

interface ReaderOptions {
  readonly documents: Documents;
  readonly codes: LaboratoryCodes;
}

interface ReadMessage {
  /** MSH-10. */
  readonly controlId: string;
  /** MSH-7; null if it is invalid. */
  readonly sentAt: Date | null;
  /** MSH-11. */
  readonly isTest: boolean;
  readonly results: readonly MessageResult[];
}

const VERSION = /^2\.[3-8](?:\.\d)?$/;

/**
 * The text of a message as segments.
 * @throws MessageError for an invalid message
 */
export function parseMessage(bytes: Uint8Array): Hl7Message {
  try {
    return Hl7Message.parse(decodeMessage(bytes));
  } catch (error) {
    if (!(error instanceof MessageError)) {
      throw new MessageError('100', 'Esto no es un mensaje HL7: debe empezar con MSH.', 'AR');
    }
    error.header = readHeader(bytes);
    throw error;
  }
}

/** Bytes. */
const MAX_HEADER_LENGTH = 2000;

/** The first segment of a message that cannot be read, for its acknowledgment. */
function readHeader(bytes: Uint8Array): Hl7Message | null {
  const [header = ''] = Buffer.from(bytes.subarray(0, MAX_HEADER_LENGTH))
    .toString('latin1')
    .split(/[\r\n]/);
  return header.startsWith('MSH') ? Hl7Message.parse(header) : null;
}

/**
 * The results of an unsolicited message of observations (ORU^R01).
 * @throws MessageError for another type or version, or without results
 */
export function readMessage(
  message: Hl7Message,
  timeZone: string,
  { documents = new Map(), codes = new Map() }: Partial<ReaderOptions> = {},
): ReadMessage {
  const header = message.getSegment('MSH');
  const type = [1, 2].map((part) => read(header, 9, part)).join('^');
  // Systems of version 2.3 leave out the event.
  if (!['ORU^R01', 'ORU^'].includes(type)) {
    throw new MessageError('200', `Se recibe ORU^R01, y este mensaje es «${type}».`);
  }
  const version = read(header, 12);
  if (!VERSION.test(version)) {
    throw new MessageError('203', `Se reciben las versiones 2.3 a 2.8, y esta es «${version}».`);
  }
  const controlId = read(header, 10);
  if (controlId === '') throw new MessageError('101', 'Falta el identificador (MSH-10).');
  const sent = read(header, 7);
  const processing = read(header, 11).toUpperCase();
  const isTest = processing === 'T' || processing === 'D';
  const warnings = isTest ? [`Mensaje de prueba (MSH-11 «${processing}»).`] : [];
  const clock = { timeZone, offset: readOffset(sent) };
  const sentAt = readMoment(sent, clock)?.at ?? null;
  const studyParts = splitStudies(message);
  if (studyParts.length === 0) throw new MessageError('101', 'No tiene resultados (OBR).');
  requireStudies(message);
  if (read(message.getSegment('DSC'), 1) !== '') {
    throw new MessageError('102', 'Continúa en otro mensaje (DSC). Envíalo completo en uno.');
  }
  const marks = readMarks(message.getAllSegments('OBX'));
  const options = { documents, codes, warnings, marks };
  const results = mergeStudies(
    studyParts.map((parts) => readStudyParts(parts, clock, sentAt, options)),
  ).filter(
    ({ observations, rejection }) =>
      observations.some(({ status }) => status !== 'emptied') || rejection !== null,
  );
  if (results.length === 0 && studyParts.some(requiresValues)) {
    throw new MessageError('101', 'Sus estudios son definitivos y no trae ningún valor (OBX-5).');
  }
  return { controlId, sentAt, isTest, results };
}

/** Whether a study must have values: its report is final, and it has either a final observation or no observation. */
function requiresValues({ request, rest }: StudySegments): boolean {
  const observed = rest.filter(({ name }) => name === 'OBX');
  const isFinal = (segment: Hl7Segment, field: number) =>
    ['', 'C', 'F'].includes(read(segment, field).toUpperCase());
  return (
    isFinal(request, 25) && (observed.length === 0 || observed.some((obx) => isFinal(obx, 11)))
  );
}

interface StudyOptions extends ReaderOptions {
  /** Remarks about the message itself. */
  readonly warnings: readonly string[];
  readonly marks: DecimalMarks;
}

function readStudyParts(
  { patient, order, request, rest }: StudySegments,
  clock: Clock,
  sentAt: Date | null,
  { documents, codes, warnings, marks }: StudyOptions,
): MessageResult {
  const observed = rest.filter(({ name }) => name === 'OBX');
  const status = read(request, 25).toUpperCase();
  const names = readStudyNames(request);
  const study = { status, codes, marks, ...describeStudy(names, observed) };
  const values = observed
    .filter((obx) => !isAbstinence(obx))
    .flatMap((obx) => {
      const specimens = readSpecimens(request, rest, obx);
      return readObservation(obx, { ...study, specimens }, documents) ?? [];
    });
  const notes = readNotes(rest);
  const rejection = readRejection(request, status, values, notes);
  // OBR-22 is the time of the report, which a system may send again in later messages. A day is too imprecise.
  const reported = readMoment(read(request, 22), clock);
  const isEarlier = reported?.timeKnown && sentAt && reported.at < sentAt;
  const reportedAt = isEarlier ? reported.at : sentAt;
  const sent = {
    fillerNumber: (read(request, 3) || read(order, 3)).slice(0, 200) || null,
    sentAt: reportedAt?.toISOString() ?? null,
  };
  const { sample, problems, abstinence } = readSample(request, rest, clock);
  const remarks = [
    ...(abstinence === null ? [] : [abstinenceRow(abstinence)]),
    ...(notes === '' ? [] : [remark('Comentarios del laboratorio', notes)]),
    ...(values.length === 0 ? [] : warnings.map((text) => remark('Aviso del mensaje', text))),
    ...(problems.length === 0 ? [] : [remark(LOST_DATES, problems.join('\n'))]),
  ];
  const observations = [...values, ...remarks].map((one) => ({
    ...one,
    isDated: reported?.timeKnown ?? false,
    value: { ...one.value, ...sent, laboratoryCode: one.laboratoryCode ?? null },
  }));
  return {
    ...readStudy(names, observations),
    fillerNumbers: sent.fillerNumber === null ? [] : [sent.fillerNumber],
    identity: {
      patientText: readPatientId(patient),
      nameText: readName(patient),
      birthDateText: readBirthDate(patient),
      sex: readSex(patient),
      folioText: read(order, 2) || read(request, 2) || null,
    },
    sample,
    observations: mergeRows(observations),
    documents: values.filter(isLive).flatMap(({ document }) => document ?? []),
    rejection,
    isCancelled: status === CANCELLED,
    isCorrected: status === 'C',
  };
}

const LOST_DATES = 'Fechas que no se guardaron';

/** Specimens of an observation: the one before it, otherwise those of its study. */
function readSpecimens(request: Hl7Segment, rest: readonly Hl7Segment[], obx: Hl7Segment) {
  const isSpecimen = ({ name }: Hl7Segment) => name === 'SPM';
  const readField = (segment: Hl7Segment, field: number) =>
    [2, 1].flatMap((part) => readSpecimen(read(segment, field, part)) ?? []).slice(0, 1);
  const before = rest.slice(0, rest.indexOf(obx)).findLast(isSpecimen);
  const segments = before ? [before] : rest.filter(isSpecimen);
  const specimens = segments.flatMap((segment) => readField(segment, 4));
  return specimens.length > 0 ? specimens : readField(request, 15);
}

function describeStudy(
  { examType, names }: StudyNames,
  observed: readonly Hl7Segment[],
): Omit<ObservedStudy, 'status' | 'codes' | 'specimens'> {
  const subIds = Map.groupBy(observed, (obx) => read(obx, 4));
  const byCode = Map.groupBy(observed, (obx) => obx.getField(3)?.toString() ?? '');
  // Numbers of lines have no letters: 'Derecho' and 'Izquierdo' are not lines of one text.
  const isRepeated = (obx: Hl7Segment) =>
    /\p{L}/u.test(read(obx, 4)) &&
    new Set(byCode.get(obx.getField(3)?.toString() ?? '')?.map((one) => read(one, 4))).size > 1;
  const isGroup = ([subId, group]: readonly [string, readonly Hl7Segment[]]) =>
    subId !== '' && (new Set(group.map(observationName)).size > 1 || group.some(isRepeated));
  return {
    names,
    type: examType ?? names[0] ?? '',
    groups: [...subIds].filter(isGroup).map(([subId]) => subId),
  };
}

/** HL7 table 0123: no results are available, the order was cancelled. */
const CANCELLED = 'X';

/**
 * The reason why a laboratory rejects a study: its report is cancelled, or all values are. Null without a rejection.
 * @throws MessageError for a cancelled report with values
 */
function readRejection(
  request: Hl7Segment,
  status: string,
  values: readonly Observation[],
  notes: string,
): string | null {
  const isEmpty = values.length > 0 && values.every((one) => one.status === 'cancelled');
  if (status !== CANCELLED && !isEmpty) return null;
  const live = values.filter(isLive);
  const measured = live.find(({ value }) => value.analyte !== null || value.value !== null);
  if (measured !== undefined) {
    throw new MessageError('102', `OBR-25 cancela el estudio y trae un valor: ${measured.name}.`);
  }
  const text = values.map(({ value, words }) => words ?? value.text).filter(Boolean);
  const reason = [...text, notes].filter(Boolean).join('\n');
  return fitText(reason || `Sin motivo (${readStudyName(request)})`, 1000);
}

const fold = (text: string) => foldHeading(text).replaceAll(' ', '');

/** The type of the study that OBR-4 names, and its names there. */
function readStudyNames(request: Hl7Segment) {
  const names = [2, 5, 1, 4].map((part) => read(request, 4, part)).filter(Boolean);
  const code = examCodes.find((one) =>
    names.some((name) =>
      [one, branchExamNames[one], partnerExamNames[one]].some((text) => fold(text) === fold(name)),
    ),
  );
  const [examType] = code
    ? [examTypesByCode[code]]
    : names.flatMap((name) => findStudyName(name) ?? []);
  return { examType, names };
}

type StudyNames = ReturnType<typeof readStudyNames>;

/** The study in OBR-4, otherwise the study that has most of the analytes, otherwise the text of OBR-4. */
function readStudy(
  { examType, names }: StudyNames,
  observations: readonly Observation[],
): Pick<MessageResult, 'examType' | 'isStudyNamed'> {
  if (examType !== undefined) return { examType, isStudyNamed: true };
  const counts = Object.entries(studies).map(([type, { fields }]) => {
    const analytes = new Set<string | null>(fields);
    return { type, count: observations.filter(({ value }) => analytes.has(value.analyte)).length };
  });
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  const suggested = best !== undefined && best.count > 0 ? best.type : names[0];
  return { examType: (suggested ?? 'Sin tipo').slice(0, 100), isStudyNamed: false };
}

/** Notes (NTE), each with the name of the observation before it. */
function readNotes(rest: readonly Hl7Segment[]): string {
  let subject = '';
  const lines: string[] = [];
  for (const segment of rest) {
    if (segment.name === 'OBX') subject = observationName(segment);
    if (segment.name === 'SPM') subject = '';
    if (segment.name !== 'NTE') continue;
    const text = readRepetitions(segment, 3)
      .map((parts) => parts.filter(Boolean).join(' '))
      .join('\n');
    if (text !== '') lines.push(subject === '' ? text : `${subject}: ${text}`);
  }
  return lines.join('\n');
}

/** The row of an abstinence that is not a number of days. If it is a number, an earlier row is cleared. */
const abstinenceRow = ({ days, text }: { days: string | null; text: string }): Observation => ({
  ...remark('Abstinencia', text),
  status: days === null ? 'final' : 'cleared',
});

/** The row that lists several methods, because a sample stores only one. */
function listMethods(observations: readonly Observation[]): Observation {
  const lines = observations.flatMap(({ name, method }) =>
    method === undefined ? [] : `${name}: ${method}`,
  );
  return remark('Métodos', [...new Set(lines)].join('\n'));
}

/** Results of one study by sample. An OBR without a date belongs to the only dated sample, unless its date is invalid. */
function groupBySample(results: readonly MessageResult[]): MessageResult[][] {
  const times = new Set(results.flatMap(({ sample }) => sample.collectedAt?.getTime() ?? []));
  const [only = null] = times.size === 1 ? times : [];
  const groups = Map.groupBy(results, ({ sample, observations }) => {
    const isLost = observations.some(({ name }) => name === LOST_DATES);
    return sample.collectedAt?.getTime() ?? (isLost ? null : only);
  });
  return [...groups.values()];
}

/**
 * Joins OBRs of the same sample and study, because laboratories send a study as one OBR, or as one for each
 * analyte.
 */
function mergeStudies(results: readonly MessageResult[]): MessageResult[] {
  const byStudy = Map.groupBy(results, ({ examType, identity, rejection, isCancelled }) =>
    JSON.stringify([examType, identity, rejection, isCancelled]),
  );
  const samples = [...byStudy.values()].flatMap(groupBySample);
  // A rejection comes last, after the results of the same study are entered.
  const inOrder = samples.toSorted(
    ([one], [other]) => Number(one?.rejection != null) - Number(other?.rejection != null),
  );
  return inOrder.map(([first, ...others]) => {
    if (first === undefined) throw new Error('A group has a member');
    const all = [first, ...others];
    const facts = all
      .map(({ sample }) => sample)
      .toSorted((one, other) => Number(!one.collectedAt) - Number(!other.collectedAt));
    const observations = all.flatMap((one) => one.observations);
    const [method = null, ...more] = new Set(observations.flatMap((one) => one.method ?? []));
    const days = new Set(facts.flatMap(({ abstinenceDays }) => abstinenceDays ?? []));
    const { fillerNumber = null, sentAt = null } = observations[0]?.value ?? {};
    const sent = { fillerNumber, sentAt, laboratoryCode: null };
    const remarks = [
      ...(more.length === 0 ? [] : [listMethods(observations)]),
      ...(days.size < 2 ? [] : [abstinenceRow({ days: null, text: `${[...days].join(' / ')} d` })]),
    ].map((row) => ({ ...row, value: { ...row.value, ...sent } }));
    return {
      ...first,
      sample: {
        ...joinFacts(facts),
        ...(days.size > 1 && { abstinenceDays: null }),
        method: more.length === 0 ? fitText(method, 100) : null,
      },
      fillerNumbers: [...new Set(all.flatMap(({ fillerNumbers }) => fillerNumbers))],
      isCorrected: all.some(({ isCorrected }) => isCorrected),
      observations: mergeRows([...observations, ...remarks]),
      documents: all.flatMap(({ documents }) => documents),
    };
  });
}
