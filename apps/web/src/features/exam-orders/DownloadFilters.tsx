import { TextInput } from '@mantine/core';
import { FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard-filters';
import type { Laboratory } from '@simiente/contract/exams';
import { IconCalendar } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import type { Period, PeriodSearch } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { LaboratorySelect } from '../exams/public.ts';
import classes from './DownloadFilters.module.css';

interface DownloadFiltersProps {
  search: PeriodSearch;
  /** The laboratory of the URL, once it is loaded. */
  laboratory: Laboratory | null;
  onChange: (search: PeriodSearch) => void;
}

/** Filters by days and laboratory. A date takes effect once it is complete. */
export function DownloadFilters({ search, laboratory, onChange }: DownloadFiltersProps) {
  const { desde, hasta, laboratorio } = search;
  const first = useRef<HTMLInputElement>(null);
  const isFiltered = desde !== undefined || hasta !== undefined || laboratorio !== undefined;
  return (
    <div className={classes.filters}>
      <DayInput
        ref={first}
        label="Desde"
        day={desde}
        max={hasta}
        onChange={(day) => onChange({ ...search, desde: day })}
      />
      <DayInput
        label="Hasta"
        day={hasta}
        min={desde}
        onChange={(day) => onChange({ ...search, hasta: day })}
      />
      <div className={classes.laboratory}>
        <LaboratorySelect
          label="Laboratorio"
          noneLabel="todos"
          value={laboratory}
          onChange={(next) => onChange({ ...search, laboratorio: next?.idPartner })}
        />
      </div>
      {isFiltered && (
        <LockButton
          kind="subtle"
          onClick={() => {
            onChange({});
            // The button is unmounted and would lose the focus.
            first.current?.focus();
          }}
        >
          Limpiar filtros
        </LockButton>
      )}
    </div>
  );
}

interface DayInputProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  day: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** While a date is being typed it may be invalid or after the other one: the list does not change then. */
function DayInput({ ref, label, day, min, max, onChange }: DayInputProps) {
  const [typed, setTyped] = useState(day ?? '');
  const [shown, setShown] = useState(day);
  if (shown !== day) {
    setShown(day);
    setTyped(day ?? '');
  }
  const periodWith = (next: string): Period => ({ start: min ?? next, end: max ?? next });
  function take(next: string) {
    setTyped(next);
    if (next === '') onChange(undefined);
    else if (isCalendarDay(next) && isPeriod(periodWith(next))) onChange(next);
  }
  return (
    <TextInput
      ref={ref}
      className={classes.day}
      type="date"
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
      label={label}
      value={typed}
      min={min ?? FIRST_DAY}
      max={max ?? LAST_DAY}
      error={typed !== '' && refusalOf(periodWith(typed))}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}

function refusalOf(period: Period): string | undefined {
  if (period.start > period.end) return 'La fecha final debe ser posterior a la inicial.';
  // A year that is still being typed is not an error.
  if (!isCalendarDay(period.start) || isPeriod(period)) return undefined;
  return 'El periodo no puede ser mayor a diez años.';
}
