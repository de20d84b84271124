import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import { type Ref, type RefObject, useState } from 'react';
import type { Period, PeriodSearch } from '../../lib/period/period.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateRange, type PeriodErrors } from '../../ui/dates/DateRange.tsx';

type Days = Pick<PeriodSearch, 'desde' | 'hasta'>;

interface DayFilterProps {
  search: Days;
  label?: string;
  startRef?: Ref<HTMLInputElement>;
  onChange: (days: Days) => void;
}

/** Two fields with the days of the URL. The list changes once both days are complete or empty, and form a period. */
export function DayFilter({ search, label = 'Desde', startRef, onChange }: DayFilterProps) {
  const { desde = '', hasta = '' } = search;
  const [typed, setTyped] = useState<Period>({ start: desde, end: hasta });
  const [applied, setApplied] = useState(typed);
  // Another period in the URL, for example after clearing the filters, replaces the typed text.
  if (applied.start !== desde || applied.end !== hasta) {
    setApplied({ start: desde, end: hasta });
    setTyped({ start: desde, end: hasta });
  }

  function change(next: Period) {
    setTyped(next);
    const isComplete = [next.start, next.end].every((day) => day === '' || isCalendarDay(day));
    if (!isComplete || findErrors(next).start !== undefined) return;
    if (next.start === desde && next.end === hasta) return;
    onChange({ desde: next.start || undefined, hasta: next.end || undefined });
  }

  return (
    <DateRange
      labels={{ start: label, end: 'Hasta' }}
      value={typed}
      errors={findErrors(typed)}
      startRef={startRef}
      onType={change}
      onChoose={change}
    />
  );
}

interface ClearFiltersProps {
  count: number;
  /** The first filter, which gets the focus when the button is unmounted. */
  first: RefObject<HTMLInputElement | null>;
  onClear: () => void;
}

/** The button that clears all filters; hidden while none is set. */
export function ClearFilters({ count, first, onClear }: ClearFiltersProps) {
  if (count === 0) return null;
  return (
    <Button
      kind="subtle"
      count={count}
      onClick={() => {
        onClear();
        first.current?.focus();
      }}
    >
      Limpiar filtros
    </Button>
  );
}

function findErrors({ start, end }: Period): PeriodErrors {
  if (!isCalendarDay(start) || !isCalendarDay(end) || isPeriod({ start, end })) return {};
  return {
    start:
      start > end
        ? 'La fecha final no puede ser anterior a la inicial.'
        : 'El periodo no puede ser mayor a diez años.',
  };
}
