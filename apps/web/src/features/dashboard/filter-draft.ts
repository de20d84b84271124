import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard-filters';

/** What the two date fields hold: 'YYYY-MM-DD', or '' while a date is not whole. */
export interface DraftPeriod {
  readonly start: string;
  readonly end: string;
}

export type DraftErrors = Partial<Record<keyof DraftPeriod, string>>;

/** What stands in the way of applying a period, field by field; nothing when it can be applied. */
export function checkPeriod({ start, end }: DraftPeriod): DraftErrors {
  const errors = {
    ...(!isCalendarDay(start) && { start: 'Elige la fecha de inicio.' }),
    ...(!isCalendarDay(end) && { end: 'Elige la fecha de fin.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  if (start > end) return { start: 'La fecha de inicio no puede ser posterior a la de fin.' };
  return isPeriod({ start, end }) ? {} : { start: 'El periodo abarca más de diez años.' };
}
