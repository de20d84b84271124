import { addDays, dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod, type Period } from '@simiente/contract/dashboard/period';
import { idParam, listSearch, type SearchParam } from '../search-params.ts';

export type { Period };

/** Filter of the dashboard and of the lists behind its counts. */
export interface PeriodFilter extends Period {
  readonly laboratory: string | undefined;
}

/** The URL's parameters of the filter, with the same names on every page. */
export interface PeriodSearch {
  desde?: string | undefined;
  hasta?: string | undefined;
  laboratorio?: string | undefined;
}

/** Days of the default period: thirteen weeks. */
const DEFAULT_DAYS = 91;

export const dayParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => (isCalendarDay(value) ? value : undefined),
};

/** The first or last day of a period. If the two do not form a valid period, both are ignored. */
const periodDay: typeof dayParam = {
  ...dayParam,
  read: (value, { desde, hasta }) => {
    const hasBoth = isCalendarDay(desde) && isCalendarDay(hasta);
    const isInvalid = hasBoth && !isPeriod({ start: desde, end: hasta });
    return isCalendarDay(value) && !isInvalid ? value : undefined;
  },
};

export const periodParams = {
  desde: periodDay,
  hasta: periodDay,
  laboratorio: idParam,
};

/** The search parameters of pages with a period and a laboratory only. */
export const periodSearch = listSearch(periodParams);

/** The thirteen weeks that end today. */
export function defaultPeriodIn(timeZone: string, now = new Date()): Period {
  const end = dayIn(timeZone, now);
  return { start: addDays(end, 1 - DEFAULT_DAYS), end };
}

/** The filter of a URL. A missing day follows from the default end or length; an invalid period is replaced. */
export function toPeriodFilter(
  { desde, hasta, laboratorio }: PeriodSearch,
  defaultPeriod: Period,
): PeriodFilter {
  const end = hasta ?? defaultPeriod.end;
  const period = { start: desde ?? addDays(end, 1 - DEFAULT_DAYS), end };
  return { ...(isPeriod(period) ? period : defaultPeriod), laboratory: laboratorio };
}

/** The URL's parameters for a filter, with explicit days, so that a link has the same meaning tomorrow. */
export function toPeriodSearch({ start, end, laboratory }: PeriodFilter): PeriodSearch {
  return { desde: start, hasta: end, laboratorio: laboratory };
}
