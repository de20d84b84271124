import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import { useState } from 'react';
import type { PeriodSearch } from '../../lib/period/period.ts';
import type { PeriodErrors, TypedPeriod } from '../../ui/dates/DateRange.tsx';

/** The days as typed, and those of the URL; the list changes when both are a period or empty. */
export function useTypedDays(
  { desde = '', hasta = '' }: Pick<PeriodSearch, 'desde' | 'hasta'>,
  onChange: (days: Pick<PeriodSearch, 'desde' | 'hasta'>) => void,
) {
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
  return { typed, errors: findErrors(typed), take };
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
