import { dayIn } from '../common/days.ts';
import { describeCalendarDay, formatDay } from '../format/dates.ts';
import { choiceLabel, findAnalyte } from './analytes/catalogue.ts';
import { CURRENT_EDITION, getStudy, type WhoEdition } from './analytes/studies.ts';
import { unitLabel } from './analytes/units.ts';
import type { ResultSet, ResultValue } from './calls.ts';
import { round } from './decimal.ts';
import { isNoneSeen, writeQuantity } from './quantity.ts';

/** Decimal places of derived values. */
const DERIVED_PLACES = 2;

type DescribedValue = Pick<
  ResultValue,
  'analyte' | 'name' | 'comparator' | 'value' | 'unit' | 'text' | 'choice'
> & {
  /** Present in a derived value, which is rounded. */
  readonly derived?: object | null;
};

/** A name such as 'Concentración', 'Antibiograma: Amikacina', or the name of a free row. */
export function formatValueName(named: Pick<DescribedValue, 'analyte' | 'name'>): string {
  const { analyte, name } = named;
  const label = findAnalyte(analyte)?.label;
  if (label === undefined) return name ?? analyte ?? '';
  return name === null ? label : `${label}: ${name}`;
}

/** '14', '< 0.1', 'No se observaron', 'Sin desarrollo', or the text. */
export function describeValue(described: DescribedValue): string {
  const { analyte, comparator, value, text, choice, derived } = described;
  if (choice !== null) {
    const label = choiceLabel(analyte, choice);
    return value === null ? label : `${label}, ${writeQuantity({ comparator, value })}`;
  }
  if (value === null) return text ?? '';
  if (text !== null && isNoneSeen(text)) return text;
  return writeQuantity({ comparator, value: derived ? round(value, DERIVED_PLACES) : value });
}

/** A unit such as '×10⁶/mL'; empty without a unit, and for a text such as 'No se observaron'. */
export function formatUnit(described: Pick<DescribedValue, 'unit' | 'value' | 'text'>): string {
  const { unit, value, text } = described;
  if (value === null || unit === 'pH' || (text !== null && isNoneSeen(text))) return '';
  return unitLabel(unit);
}

/** '14 ×10⁶/mL' */
export const describeWithUnit = (value: DescribedValue) =>
  [describeValue(value), formatUnit(value)].filter(Boolean).join(' ');

/** 'Concentración: 14 ×10⁶/mL' */
export const describeNamedValue = (value: DescribedValue) =>
  `${formatValueName(value)}: ${describeWithUnit(value)}`;

type Sampled = Pick<ResultSet, 'collectedAt' | 'collectedTimeKnown'>;

/** '12 oct 2026' */
export function sampleDay({ collectedAt }: Pick<Sampled, 'collectedAt'>, timeZone: string): string {
  if (collectedAt === null) return 'Sin fecha';
  return describeCalendarDay(dayIn(timeZone, new Date(collectedAt)));
}

/** A time such as '12 oct 2026, 8:40', or only the day if the hour is unknown. */
export function sampleTime(set: Sampled, timeZone: string): string {
  const { collectedAt, collectedTimeKnown } = set;
  return collectedAt === null || !collectedTimeKnown
    ? sampleDay(set, timeZone)
    : // The day is never 'hoy', which is wrong on paper the day after.
      formatDay(collectedAt, { timeZone, hour: true, now: new Date(0) });
}

/** 'OMS 6.ª edición' */
export function editionName(edition: WhoEdition | null): string {
  return `OMS ${edition ?? CURRENT_EDITION}.ª edición`;
}

/** 'Manual, OMS 6.ª edición' */
export function formatMethod(set: Pick<ResultSet, 'examType' | 'method' | 'whoEdition'>): string {
  const edition = getStudy(set.examType).isSemen ? editionName(set.whoEdition) : null;
  return [set.method, edition].filter((part) => part !== null).join(', ');
}

export function describeAbstinence(days: string): string {
  return `${days} ${days === '1' ? 'día' : 'días'}`;
}

const MINUTE = 60_000;

type SampleFacts = Sampled &
  Pick<
    ResultSet,
    | 'examType'
    | 'laboratory'
    | 'analyzedAt'
    | 'method'
    | 'whoEdition'
    | 'abstinenceDays'
    | 'fastingHours'
    | 'completeSample'
  > &
  Partial<Pick<ResultSet, 'order'>>;

/** Facts of a set's sample, in reading order. */
export function listFacts(set: SampleFacts, timeZone: string): string[] {
  const { collectedAt, collectedTimeKnown, analyzedAt, abstinenceDays, fastingHours } = set;
  const minutes =
    collectedAt === null || analyzedAt === null || !collectedTimeKnown
      ? null
      : Math.floor((Date.parse(analyzedAt) - Date.parse(collectedAt)) / MINUTE);
  return [
    sampleTime(set, timeZone),
    set.laboratory?.name,
    formatMethod(set),
    abstinenceDays === null ? null : `Abstinencia ${describeAbstinence(abstinenceDays)}`,
    minutes === null || minutes < 0 ? null : `Analizada a los ${minutes} min`,
    fastingHours === null ? null : `Ayuno ${fastingHours} h`,
    set.completeSample === false ? 'Muestra incompleta' : null,
    set.order == null ? null : `Orden ${set.order.folio}`,
  ].filter((fact): fact is string => fact != null && fact !== '');
}
