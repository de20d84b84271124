import { Select } from '@mantine/core';
import { addDays, dayIn, FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { type Ref, use } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import type { Period } from '../../lib/period/period.ts';
import { DateField } from './DateField.tsx';
import classes from './DateRange.module.css';

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The named periods on a day 'YYYY-MM-DD'. Some may be the same: on 1 January, 'Hoy' is also 'Este mes'. */
export function listPresets(end: string): readonly { label: string; period: Period }[] {
  const lastMonth = addDays(firstOfMonth(end), -1);
  const lastDays = (count: number) => ({ start: addDays(end, 1 - count), end });
  return [
    { label: 'Hoy', period: lastDays(1) },
    { label: 'Últimos 7 días', period: lastDays(7) },
    { label: 'Últimos 30 días', period: lastDays(30) },
    { label: 'Últimas 13 semanas', period: lastDays(91) },
    { label: 'Este mes', period: { start: firstOfMonth(end), end } },
    { label: 'Mes pasado', period: { start: firstOfMonth(lastMonth), end: lastMonth } },
    { label: 'Este año', period: { start: `${end.slice(0, 4)}-01-01`, end } },
  ];
}

/** The first preset with the days of a period; undefined for any other period. */
export function findPreset(period: Period, today: string): string | undefined {
  return listPresets(today).find(
    ({ period: { start, end } }) => start === period.start && end === period.end,
  )?.label;
}

export type PeriodErrors = Partial<Record<keyof Period, string | undefined>>;

interface DateRangeProps {
  labels: Readonly<Record<keyof Period, string>>;
  /** The days as typed: 'YYYY-MM-DD', '' or an incomplete text. */
  value: Period;
  errors: PeriodErrors;
  onType: (typed: Period) => void;
  /** Called when a period is chosen by its name. */
  onChoose: (period: Period) => void;
  startRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * First and last day of a period, chosen by name, picked or typed. The calendars offer no last day before the first
 * one.
 */
export function DateRange({ labels, value, errors, onType, onChoose, startRef }: DateRangeProps) {
  const today = dayIn(use(ClinicTimeZone), new Date());
  const presets = listPresets(today);
  return (
    <>
      <Select
        className={classes.named}
        label="Periodo"
        placeholder={value.start === '' && value.end === '' ? 'Todas las fechas' : 'Personalizado'}
        data={presets.map(({ label }) => label)}
        value={findPreset(value, today) ?? null}
        allowDeselect={false}
        onChange={(chosen) => {
          const preset = presets.find(({ label }) => label === chosen);
          if (preset) onChoose(preset.period);
        }}
      />
      <DateField
        ref={startRef}
        className={classes.day}
        label={labels.start}
        max={isCalendarDay(value.end) ? value.end : LAST_DAY}
        value={value.start}
        error={errors.start}
        onChange={(start) => onType({ ...value, start })}
      />
      <DateField
        className={classes.day}
        label={labels.end}
        min={isCalendarDay(value.start) ? value.start : FIRST_DAY}
        value={value.end}
        error={errors.end}
        onChange={(end) => onType({ ...value, end })}
      />
    </>
  );
}
