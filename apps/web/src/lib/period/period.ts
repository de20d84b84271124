import { addDays, dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { isRecordId } from '@simiente/contract/common/id-text';
import { isPeriod } from '@simiente/contract/dashboard-filters';

/** Days of the clinic's calendar, 'YYYY-MM-DD', both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** Filter of the dashboard and of the lists behind its figures. */
export interface PeriodFilter extends Period {
  readonly laboratory: string | undefined;
}

/** The filter in the URL; every page uses these three names. */
export interface PeriodSearch {
  desde?: string | undefined;
  hasta?: string | undefined;
  laboratorio?: string | undefined;
}

/** Days of the default period: thirteen weeks. */
const USUAL_DAYS = 91;

/**
 * Reads the URL; an invalid value counts as none. All three keys are always present, because the router
 * keeps the raw value of a missing key.
 */
export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const [desde, hasta] = [search.desde, search.hasta].map((day) =>
    isCalendarDay(day) ? day : undefined,
  );
  const makesSense =
    desde === undefined || hasta === undefined || isPeriod({ start: desde, end: hasta });
  return {
    desde: makesSense ? desde : undefined,
    hasta: makesSense ? hasta : undefined,
    laboratorio: readLaboratory(search.laboratorio),
  };
}

/** The router parses an id of digits as a number. */
function readLaboratory(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return isRecordId(text) ? text : undefined;
}

/** The thirteen weeks that end today. */
export function defaultPeriodIn(timeZone: string, now = new Date()): Period {
  const end = dayIn(timeZone, now);
  return { start: addDays(end, 1 - USUAL_DAYS), end };
}

/** The filter of a URL; the default period replaces missing days. */
export function periodOf({ desde, hasta, laboratorio }: PeriodSearch, usual: Period): PeriodFilter {
  const end = hasta ?? usual.end;
  const period = { start: desde ?? addDays(end, 1 - USUAL_DAYS), end };
  return { ...(isPeriod(period) ? period : usual), laboratory: laboratorio };
}

/** The URL of a filter, with explicit days, so that a link means the same tomorrow. */
export function searchOf({ start, end, laboratory }: PeriodFilter): PeriodSearch {
  return { desde: start, hasta: end, laboratorio: laboratory };
}
