import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { useRef, useState } from 'react';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateRange, type PeriodErrors, type TypedPeriod } from '../../ui/dates/DateRange.tsx';
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
  const days = useTypedDays(search, onChange);
  const isFiltered = desde !== undefined || hasta !== undefined || laboratorio !== undefined;
  return (
    <div className={classes.filters}>
      <DateRange
        labels={{ start: 'Desde', end: 'Hasta' }}
        value={days.typed}
        errors={errorsOf(days.typed)}
        startRef={first}
        onType={days.take}
        onChoose={days.take}
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

/** The days as typed, and those of the URL; the list changes when both are a period or empty. */
function useTypedDays(search: PeriodSearch, onChange: (search: PeriodSearch) => void) {
  const { desde = '', hasta = '' } = search;
  const [typed, setTyped] = useState<TypedPeriod>({ start: desde, end: hasta });
  const [shown, setShown] = useState(`${desde} ${hasta}`);
  if (shown !== `${desde} ${hasta}`) {
    setShown(`${desde} ${hasta}`);
    setTyped({ start: desde, end: hasta });
  }
  function take(next: TypedPeriod) {
    setTyped(next);
    const isComplete = [next.start, next.end].every((day) => day === '' || isCalendarDay(day));
    if (!isComplete || errorsOf(next).start !== undefined) return;
    if (next.start === desde && next.end === hasta) return;
    onChange({ ...search, desde: next.start || undefined, hasta: next.end || undefined });
  }
  return { typed, take };
}

function errorsOf({ start, end }: TypedPeriod): PeriodErrors {
  if (!isCalendarDay(start) || !isCalendarDay(end) || isPeriod({ start, end })) return {};
  return {
    start:
      start > end
        ? 'La fecha final no puede ser anterior a la inicial.'
        : 'El periodo no puede ser mayor a diez años.',
  };
}
