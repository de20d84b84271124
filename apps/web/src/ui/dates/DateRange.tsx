import { Select } from '@mantine/core';
import { dayIn, FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { type Ref, use } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import type { Period } from '../../lib/period/period.ts';
import { findPreset, presetsOn } from '../../lib/period/period-presets.ts';
import { DateField } from './DateField.tsx';
import classes from './DateRange.module.css';

/** The first and the last day as typed: 'YYYY-MM-DD', '' or a text that is no day yet. */
export interface TypedPeriod {
  readonly start: string;
  readonly end: string;
}

export type PeriodErrors = Partial<Record<keyof TypedPeriod, string | undefined>>;

interface DateRangeProps {
  labels: TypedPeriod;
  value: TypedPeriod;
  errors: PeriodErrors;
  onType: (typed: TypedPeriod) => void;
  /** A period was chosen by its name. */
  onChoose: (period: Period) => void;
  startRef?: Ref<HTMLInputElement>;
  endRef?: Ref<HTMLInputElement>;
}

/** First and last day of a period, chosen by name, picked or typed. Neither calendar passes the other day. */
export function DateRange({
  labels,
  value,
  errors,
  onType,
  onChoose,
  startRef,
  endRef,
}: DateRangeProps) {
  const today = dayIn(use(ClinicTimeZone), new Date());
  const presets = presetsOn(today);
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
        ref={endRef}
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
