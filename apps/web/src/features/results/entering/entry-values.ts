import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { CURRENT_EDITION, getStudy } from '@simiente/contract/results/analytes/studies';
import type { EntryDefaults, ResultSet } from '@simiente/contract/results/calls';
import { readDecimal } from '@simiente/contract/results/decimal';
import { resultFacts } from '@simiente/contract/results/fields';
import type { CheckedSet } from '@simiente/contract/results/semen/check';
import { defineFields, orNull } from '../../record-form/public.ts';
import {
  type EntryRow,
  emptyRows,
  isEmptyRow,
  rowsOfSet,
  type rowsRule,
  toTypedValue,
} from './entry-rows.ts';

export interface EntryValues {
  readonly laboratory: Laboratory | null;
  readonly method: string;
  /** '5' or '6'. */
  readonly whoEdition: string;
  /** 'YYYY-MM-DD', or empty. */
  readonly day: string;
  /** Times of `day`, 'HH:mm', or empty. */
  readonly collectedTime: string;
  readonly receivedTime: string;
  readonly analyzedTime: string;
  readonly abstinence: string;
  readonly fasting: string;
  readonly isIncomplete: boolean;
  readonly order: string;
  readonly rows: readonly EntryRow[];
  readonly reason: string;
}

/** A time of the sample's day as an instant; without a time, the day. A time that does not exist stays as typed. */
function toMoment({ day }: Pick<EntryValues, 'day'>, time: string, timeZone: string) {
  if (day === '') return null;
  if (time === '') return day;
  const reading = readWallTime({ date: day, time }, timeZone);
  return 'instant' in reading ? reading.instant : `${day} ${time}`;
}

export function valuesOfSet(set: ResultSet, timeZone: string): EntryValues {
  const toTime = (instant: string | null) =>
    instant === null ? '' : toWallTime(instant, timeZone).time;
  const { collectedAt, collectedTimeKnown } = set;
  return {
    laboratory: set.laboratory,
    method: set.method ?? '',
    whoEdition: String(set.whoEdition ?? CURRENT_EDITION),
    day: collectedAt === null ? '' : toWallTime(collectedAt, timeZone).date,
    collectedTime: collectedTimeKnown ? toTime(collectedAt) : '',
    receivedTime: toTime(set.receivedAt),
    analyzedTime: toTime(set.analyzedAt),
    abstinence: set.abstinenceDays ?? '',
    fasting: set.fastingHours ?? '',
    isIncomplete: set.completeSample === false,
    order: set.order?.idOrder ?? '',
    rows: rowsOfSet(set),
    reason: '',
  };
}

interface NewEntry {
  readonly examType: string;
  readonly day: string | null;
  /** The laboratory of the exam; null for the laboratory of the last entry. */
  readonly laboratory: Laboratory | null;
  readonly defaults: EntryDefaults;
}

export function newValues({ examType, day, laboratory, defaults }: NewEntry): EntryValues {
  return {
    laboratory: laboratory ?? defaults.laboratory,
    method: defaults.method ?? '',
    whoEdition: String(defaults.whoEdition ?? CURRENT_EDITION),
    day: day ?? '',
    collectedTime: '',
    receivedTime: '',
    analyzedTime: '',
    abstinence: '',
    fasting: '',
    isIncomplete: false,
    order: defaults.orders.length === 1 ? (defaults.orders[0]?.idOrder ?? '') : '',
    rows: emptyRows(examType, defaults.ranges),
    reason: '',
  };
}

export const entryFields = (rule: ReturnType<typeof rowsRule>) =>
  defineFields<EntryValues, ResultSet>()({
    laboratory: {
      label: 'Laboratorio',
      isSame: (first, second) => first?.idPartner === second?.idPartner,
      show: (laboratory) => laboratory?.name ?? '—',
    },
    method: { label: 'Método', read: orNull, rule: resultFacts.method },
    whoEdition: { label: 'Edición OMS' },
    day: { label: 'Día de la toma' },
    collectedTime: { label: 'Tomada' },
    receivedTime: { label: 'Recibida' },
    analyzedTime: { label: 'Analizada' },
    abstinence: { label: 'Abstinencia', read: orNull, rule: resultFacts.abstinenceDays },
    fasting: { label: 'Ayuno', read: orNull, rule: resultFacts.fastingHours },
    isIncomplete: { label: 'Muestra incompleta' },
    order: { label: 'Orden' },
    rows: {
      label: 'Valores',
      rule,
      show: (rows) =>
        rows
          .filter(({ value }) => value !== '')
          .map(({ analyte, name, value }) => `${name || analyte} ${value}`)
          .join(', ') || '—',
    },
    reason: { label: 'Motivo de la corrección' },
  });

/** Facts of the sample in the format of the contract. */
export function toFacts(values: EntryValues, examType: string, timeZone: string) {
  const { isSemen, asksFasting } = getStudy(examType);
  const moment = (time: string) => (time === '' ? null : toMoment(values, time, timeZone));
  return {
    idLaboratory: values.laboratory?.idPartner ?? null,
    collectedAt: toMoment(values, values.collectedTime, timeZone),
    receivedAt: moment(values.receivedTime),
    analyzedAt: moment(values.analyzedTime),
    method: orNull(values.method),
    ...(asksFasting && { fastingHours: orNull(values.fasting) }),
    ...(isSemen && {
      abstinenceDays: orNull(values.abstinence),
      completeSample: !values.isIncomplete,
      whoEdition: values.whoEdition === '5' ? (5 as const) : (6 as const),
    }),
  };
}

/** The typed facts of the sample in the form that the checks read. */
export function checkedFacts(
  values: Pick<
    EntryValues,
    'day' | 'collectedTime' | 'receivedTime' | 'analyzedTime' | 'abstinence'
  >,
  timeZone: string,
): Pick<CheckedSet, 'collectedAt' | 'receivedAt' | 'analyzedAt' | 'abstinenceDays'> {
  const instant = (time: string) => {
    const reading = time === '' ? null : readWallTime({ date: values.day, time }, timeZone);
    return reading !== null && 'instant' in reading ? reading.instant : null;
  };
  return {
    collectedAt: instant(values.collectedTime),
    receivedAt: instant(values.receivedTime),
    analyzedAt: instant(values.analyzedTime),
    abstinenceDays: readDecimal(values.abstinence),
  };
}

/** Only the facts that the user edited: the form has times of one day, but a set may be received on the next day. */
export function changedFacts(set: ResultSet, values: EntryValues, timeZone: string) {
  const stored = valuesOfSet(set, timeZone);
  const before: Readonly<Record<string, unknown>> = toFacts(stored, set.examType, timeZone);
  return Object.fromEntries(
    Object.entries(toFacts(values, set.examType, timeZone)).filter(
      ([name, fact]) => fact !== before[name],
    ),
  );
}

/** A correction: the facts and values that differ from the set, and the reason. */
export function toCorrection(set: ResultSet, values: EntryValues, timeZone: string) {
  const storedRows = new Map(rowsOfSet(set).map((row) => [row.key, row]));
  const changed = values.rows.filter((row) => !isSameRow(row, storedRows.get(row.key)));
  return {
    reason: values.reason,
    ...changedFacts(set, values, timeZone),
    values: changed.flatMap((row) => {
      const { idValue } = row;
      const typed = isEmptyRow(row) ? [] : [toTypedValue(row)];
      if (idValue === null) return typed;
      // An empty row withdraws its value. A renamed row withdraws its value and adds another one.
      const isRenamed = row.name.trim() !== storedRows.get(row.key)?.name;
      if (isEmptyRow(row) || isRenamed) return [{ idValue, withdrawn: true as const }, ...typed];
      return typed.map((value) => ({ idValue, ...value }));
    }),
  };
}

const isSameRow = (row: EntryRow, stored: EntryRow | undefined) =>
  stored !== undefined &&
  row.value === stored.value &&
  row.unit === stored.unit &&
  row.range === stored.range &&
  row.name === stored.name;
