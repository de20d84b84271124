import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { CURRENT_EDITION, getStudy } from '@simiente/contract/results/analytes/studies';
import type { ResultSet } from '@simiente/contract/results/calls';
import { readDecimal } from '@simiente/contract/results/decimal';
import { resultFacts } from '@simiente/contract/results/fields';
import type { CheckedSet } from '@simiente/contract/results/semen/check';
import { defineFields, type FieldValues, orNull, toFieldValues } from '../../record-form/public.ts';
import { type EntryRow, isEmptyRow, toRows, toTypedValue } from './entry-rows.ts';

/** A time of the sample's day as an instant; without a time, the day. A time that does not exist stays as typed. */
function toMoment({ day }: Pick<EntryValues, 'day'>, time: string, timeZone: string) {
  if (day === '') return null;
  if (time === '') return day;
  const reading = readWallTime({ date: day, time }, timeZone);
  return 'instant' in reading ? reading.instant : `${day} ${time}`;
}

/** The fields of the form; the form adds the rule of the rows. */
export function entryFields(timeZone: string) {
  const toTime = (instant: string | null) => instant && toWallTime(instant, timeZone).time;
  return defineFields<ResultSet>()({
    laboratory: {
      label: 'Laboratorio',
      initial: null as Laboratory | null,
      isSame: (first, second) => first?.idPartner === second?.idPartner,
      show: (laboratory) => laboratory?.name ?? '—',
    },
    method: { label: 'Método', read: orNull, rule: resultFacts.method },
    /** '5' or '6'. */
    whoEdition: {
      label: 'Edición OMS',
      initial: String(CURRENT_EDITION),
      from: ({ whoEdition }) => whoEdition && String(whoEdition),
    },
    /** 'YYYY-MM-DD', or empty. */
    day: {
      label: 'Día de la toma',
      from: ({ collectedAt }) => collectedAt && toWallTime(collectedAt, timeZone).date,
    },
    /** Times of `day`, 'HH:mm', or empty. */
    collectedTime: {
      label: 'Tomada',
      from: (set) => (set.collectedTimeKnown ? toTime(set.collectedAt) : ''),
    },
    receivedTime: { label: 'Recibida', from: ({ receivedAt }) => toTime(receivedAt) },
    analyzedTime: { label: 'Analizada', from: ({ analyzedAt }) => toTime(analyzedAt) },
    abstinence: {
      label: 'Abstinencia',
      from: ({ abstinenceDays }) => abstinenceDays,
      read: orNull,
      rule: resultFacts.abstinenceDays,
    },
    fasting: {
      label: 'Ayuno',
      from: ({ fastingHours }) => fastingHours,
      read: orNull,
      rule: resultFacts.fastingHours,
    },
    isIncomplete: {
      label: 'Muestra incompleta',
      initial: false,
      from: ({ completeSample }) => completeSample === false,
    },
    order: { label: 'Orden', from: ({ order }) => order?.idOrder },
    rows: {
      label: 'Valores',
      initial: [] as readonly EntryRow[],
      from: toRows,
      show: (rows) =>
        rows
          .filter(({ value }) => value !== '')
          .map(({ analyte, name, value }) => `${name || analyte} ${value}`)
          .join(', ') || '—',
    },
    reason: { label: 'Motivo de la corrección' },
  });
}

export type EntryValues = FieldValues<ReturnType<typeof entryFields>>;

/** Data of the sample in the format of the contract. */
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

/** The typed data of the sample as input of the plausibility checks. */
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

/** Only the data that the user edited: the form has times of one day, but a sample may be received on the next. */
export function changedFacts(set: ResultSet, values: EntryValues, timeZone: string) {
  const stored = toFieldValues(entryFields(timeZone), set);
  const before: Readonly<Record<string, unknown>> = toFacts(stored, set.examType, timeZone);
  return Object.fromEntries(
    Object.entries(toFacts(values, set.examType, timeZone)).filter(
      ([name, fact]) => fact !== before[name],
    ),
  );
}

/** A correction: the facts and values that differ from the set, and the reason. */
export function toCorrection(set: ResultSet, values: EntryValues, timeZone: string) {
  const storedRows = new Map(toRows(set).map((row) => [row.key, row]));
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
