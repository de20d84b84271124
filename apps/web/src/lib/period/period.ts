import { addDays, dayIn, isCalendarDay } from '@simiente/contract/common/days';
import { isRecordId } from '@simiente/contract/common/id-text';
import { isPeriod } from '@simiente/contract/dashboard-filters';

/** Days of the clinic's calendar, 'YYYY-MM-DD', both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** What the pages of /home and the lists behind its figures are asked for. */
export interface PeriodFilter extends Period {
  readonly laboratory: string | undefined;
}

/** The same as it stands in addresses; every page that keeps it uses these three names. */
export interface PeriodSearch {
  desde?: string | undefined;
  hasta?: string | undefined;
  laboratorio?: string | undefined;
}

/** Days of the period when nobody chose one: thirteen weeks. */
const USUAL_DAYS = 91;

/**
 * Reads the address; a value that makes no sense is as good as none. Each of the three is always said:
 * the router keeps what is not said as it was written.
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

/** An id of digits arrives as a number. */
function readLaboratory(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return isRecordId(text) ? text : undefined;
}

/** The thirteen weeks that end today. */
export function usualPeriod(timeZone: string, now = new Date()): Period {
  const end = dayIn(timeZone, now);
  return { start: addDays(end, 1 - USUAL_DAYS), end };
}

/** The period of an address; what it leaves out is as usual. */
export function periodOf({ desde, hasta, laboratorio }: PeriodSearch, usual: Period): PeriodFilter {
  const end = hasta ?? usual.end;
  const period = { start: desde ?? addDays(end, 1 - USUAL_DAYS), end };
  return { ...(isPeriod(period) ? period : usual), laboratory: laboratorio };
}

/** The address of a filter, whose period is always said: a link means the same tomorrow. */
export function searchOf({ start, end, laboratory }: PeriodFilter): PeriodSearch {
  return { desde: start, hasta: end, laboratorio: laboratory };
}
