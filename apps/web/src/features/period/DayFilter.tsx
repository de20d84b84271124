import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import { type Ref, type RefObject, useState } from 'react';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateRange, type PeriodErrors, type TypedPeriod } from '../../ui/dates/DateRange.tsx';

type Days = Pick<PeriodSearch, 'desde' | 'hasta'>;

interface DayFilterProps {
  search: Days;
  /** Label of the first day. */
  label?: string;
  startRef?: Ref<HTMLInputElement>;
  onChange: (days: Days) => void;
}

/** The days of the URL, and those being typed; the list changes when both are a period or empty. */
export function DayFilter({ search, label = 'Desde', startRef, onChange }: DayFilterProps) {
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
      onType={take}
      onChoose={take}
    />
  );
}

interface ClearFiltersProps {
  /** How many are set. */
  count: number;
  /** Gets the focus, which the button would lose when it is unmounted. */
  first: RefObject<HTMLInputElement | null>;
  onClear: () => void;
}

/** Rendered only while some filter is set. */
export function ClearFilters({ count, first, onClear }: ClearFiltersProps) {
  if (count === 0) return null;
  return (
    <LockButton
      kind="subtle"
      count={count}
      onClick={() => {
        onClear();
        first.current?.focus();
      }}
    >
      Limpiar filtros
    </LockButton>
  );
}

function findErrors({ start, end }: TypedPeriod): PeriodErrors {
  if (!isCalendarDay(start) || !isCalendarDay(end) || isPeriod({ start, end })) return {};
  return {
    start:
      start > end
        ? 'La fecha final no puede ser anterior a la inicial.'
        : 'El periodo no puede ser mayor a diez años.',
  };
}
