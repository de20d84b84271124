import { addDays, dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import { idParam, listSearch, type SearchParam } from '../search-params.ts';

/** Days of the clinic's calendar, 'YYYY-MM-DD', both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** Filter of the dashboard and of the lists behind its counts. */
export interface PeriodFilter extends Period {
  readonly laboratory: string | undefined;
}

/** The filter in the URL, with the same names on every page. */
export interface PeriodSearch {
  desde?: string | undefined;
  hasta?: string | undefined;
  laboratorio?: string | undefined;
}

/** Days of the default period: thirteen weeks. */
const USUAL_DAYS = 91;

const isDay = (value: unknown): value is string => isCalendarDay(value);

/** A day in a search that has only one. */
export const dayParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => (isDay(value) ? value : undefined),
};

/** Two days that do not form a period are both ignored. */
const periodDay: typeof dayParam = {
  ...dayParam,
  read: (value, { desde, hasta }) => {
    const isWrong = isDay(desde) && isDay(hasta) && !isPeriod({ start: desde, end: hasta });
    return isDay(value) && !isWrong ? value : undefined;
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
  return { start: addDays(end, 1 - USUAL_DAYS), end };
}

/** The filter of a URL; the default period replaces missing days. */
export function toPeriodFilter(
  { desde, hasta, laboratorio }: PeriodSearch,
  usual: Period,
): PeriodFilter {
  const end = hasta ?? usual.end;
  const period = { start: desde ?? addDays(end, 1 - USUAL_DAYS), end };
  return { ...(isPeriod(period) ? period : usual), laboratory: laboratorio };
}

/** The URL of a filter, with explicit days, so that a link has the same meaning tomorrow. */
export function toPeriodSearch({ start, end, laboratory }: PeriodFilter): PeriodSearch {
  return { desde: start, hasta: end, laboratorio: laboratory };
}
