import type { Hl7Segment } from '@medplum/core';
import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { divide, readDecimal } from '@simiente/contract/results/decimal';
import { amountProblem } from '@simiente/contract/results/fields';
import { momentProblem, type SampleColumns } from '../entering/sample.ts';
import { findDurationUnit, mayBeHours } from '../import/headings.ts';
import { withoutRange } from '../import/read-row.ts';
import { CLEARED, read } from './decode.ts';
import { isAbstinence, observationName } from './read-observation.ts';

/** AAAA[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][±ZZZZ], and the forms of ISO 8601 */
const HL7_TIME =
  /^(?<year>\d{4})(?:(?<dash>-?)(?<month>\d{2})(?:\k<dash>(?<day>\d{2})(?:(?:[T ]|(?<!-..))(?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:\.\d+)?)?)?)?)?)?(?<offset>Z|[+-]\d{2}:?\d{2})?$/;

/** The day of an HL7 time, 'AAAA-MM-DD'; null for any other text. */
export function readDay(text: string): string | null {
  const { year, month, day } = HL7_TIME.exec(text.trim())?.groups ?? {};
  const date = `${year}-${month}-${day}`;
  return isCalendarDay(date) ? date : null;
}

export interface Clock {
  /** Zone of times without an offset: the laboratory's, otherwise the clinic's. */
  readonly timeZone: string;
  /** Offset of the message's time, which applies to its other times. */
  readonly offset: string | undefined;
}

export const readOffset = (text: string) => HL7_TIME.exec(text.trim())?.groups?.offset;

/** An HL7 time; null for any other text, a time without a day, and a time skipped by daylight saving. */
export function readMoment(
  text: string,
  { timeZone, offset }: Clock,
): { readonly at: Date; readonly timeKnown: boolean } | null {
  const groups = HL7_TIME.exec(text.trim())?.groups;
  const date = readDay(text);
  if (groups === undefined || date === null) return null;
  const { hour, minute = '00', second = '00', offset: zoneOffset = offset } = groups;
  // Many systems write midnight for a day without an hour. Midnight in UTC is an hour of the evening in Mexico.
  const isMidnight = /^0+$/.test(`${hour}${minute}${second}`) && !/Z|00:?00/.test(`${zoneOffset}`);
  if (hour === undefined || isMidnight) {
    return { at: startOfDay(date, timeZone), timeKnown: false };
  }
  if (zoneOffset !== undefined) {
    const zone = zoneOffset.replace(/(?<=\d\d)(?=\d\d$)/, ':');
    const at = new Date(`${date}T${hour}:${minute}:${second}${zone}`);
    return Number.isNaN(at.getTime()) ? null : { at, timeKnown: true };
  }
  const reading = readWallTime({ date, time: `${hour}:${minute}` }, timeZone);
  if (!('instant' in reading)) return null;
  return { at: new Date(Date.parse(reading.instant) + Number(second) * 1000), timeKnown: true };
}

/** Tolerance for clocks of laboratories that are ahead of ours. */
const TOLERANCE_MS = 15 * 60_000;

/** Reads the facts of the sample. An invalid date is left out and becomes a problem. */
export function readSample(
  request: Hl7Segment,
  rest: readonly Hl7Segment[],
  clock: Clock,
): {
  readonly sample: Partial<SampleColumns>;
  readonly problems: readonly string[];
  readonly abstinence: Abstinence | null;
} {
  const specimens = rest.filter(({ name }) => name === 'SPM');
  const times = new Set(specimens.map((segment) => read(segment, 17)).filter(Boolean));
  const specimen = times.size > 1 ? undefined : specimens[0];
  const first = rest.find(({ name }) => name === 'OBX');
  const problems: string[] = [];
  const readFirst = (...fields: readonly [string, Hl7Segment | undefined, number][]) => {
    for (const [path, segment, number] of fields) {
      const written = read(segment, number);
      if (written === '') continue;
      const found = readMoment(written, clock);
      const problem = found && momentProblem(found.at, TOLERANCE_MS);
      if (problem === null && found !== null) return found;
      problems.push(`${path}: «${written}». ${problem ?? 'No es una fecha.'}`);
    }
    return null;
  };
  const taken = readFirst(['OBR-7', request, 7], ['SPM-17', specimen, 17]);
  if (taken === null && times.size > 1) {
    problems.push(`SPM-17: hay muestras de varias horas: ${[...times].join(', ')}.`);
  }
  const observed = rest.filter((segment) => segment.name === 'OBX' && read(segment, 14) !== '');
  const days = new Set(observed.map((obx) => readDay(read(obx, 14))));
  // Observations of several days are of several samples.
  const isOneSample = taken !== null || (days.size <= 1 && times.size <= 1);
  if (!isOneSample && days.size > 1)
    problems.push(`OBX-14: hay valores de varios días: ${[...days].join(', ')}.`);
  const collected = taken ?? (isOneSample ? readFirst(['OBX-14', observed[0], 14]) : null);
  const received = readFirst(['OBR-14', request, 14], ['SPM-18', specimen, 18]);
  const analyzed = readFirst(['OBX-19', first, 19]);
  const timeIfKnown = (found: typeof collected) => (found?.timeKnown ? found.at : null);
  const abstinence = readAbstinence(rest);
  const sample = {
    collectedAt: collected?.at ?? null,
    collectedTimeKnown: collected?.timeKnown ?? false,
    receivedAt: timeIfKnown(received),
    analyzedAt: timeIfKnown(analyzed),
    ...(abstinence !== null && { abstinenceDays: abstinence.days }),
  };
  return { sample, problems, abstinence };
}

interface Abstinence {
  /** Null for a range or other words, and if the laboratory withdraws the abstinence. */
  readonly days: string | null;
  /** Text for users. */
  readonly text: string;
}

const toDuration = (unit: string) => findDurationUnit(unit) ?? 'other';

/** Null if the message does not contain the abstinence. */
function readAbstinence(rest: readonly Hl7Segment[]): Abstinence | null {
  const readText = (one: Hl7Segment) =>
    [1, 2, 3, 4].flatMap((number) => read(one, 5, number) || []).join(' ');
  const isWithdrawn = (one: Hl7Segment) =>
    /^[DWX]$/i.test(read(one, 11)) || one.getField(5)?.toString() === CLEARED;
  const all = rest.filter((segment) => segment.name === 'OBX' && isAbstinence(segment));
  const sent = all.filter((one) => readText(one) !== '' && !isWithdrawn(one));
  const [obx] = sent;
  if (obx === undefined) {
    const text = 'El laboratorio retiró los días de abstinencia.';
    return all.some(isWithdrawn) ? { days: null, text } : null;
  }
  const unitField = read(obx, 6);
  const nameUnit = findDurationUnit(observationName(obx));
  const written = withoutRange(readText(obx), unitField ? toDuration(unitField) : nameUnit);
  const texts = new Set(sent.map((one) => `${readText(one)} ${read(one, 6)}`.trim()));
  const text = [...texts].join(' / ');
  if (texts.size > 1) return { days: null, text };
  const { amount = '', ending = '' } =
    /^(?<amount>\d[\d.,]*)(?<ending>\D*)$/.exec(written)?.groups ?? {};
  const number = readDecimal(amount);
  const [unit = nameUnit] = [ending.trim(), unitField].filter(Boolean).map(toDuration);
  if (number === null || unit === 'other' || mayBeHours(number, unit)) return { days: null, text };
  const days = unit === 'h' ? divide(number, '24', 2) : number;
  return { days: amountProblem('abstinenceDays', days) === null ? days : null, text };
}
