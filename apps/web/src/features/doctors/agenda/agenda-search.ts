import { isCalendarDay } from '@simiente/contract/common/days';
import { choice, listSearch, type Search, type SearchParam } from '../../../lib/search-params.ts';

/** A day of the clinic's calendar, 'YYYY-MM-DD'; today without the parameter. */
export const agendaDayParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => (isCalendarDay(value) ? value : undefined),
};

const params = { vista: choice(['dia', 'semana', 'mes', 'lista']), fecha: agendaDayParam };

/** The search parameters of an agenda. In a file without other code, because every page loads them with the routes. */
export const agendaSearch = listSearch(params);
export type AgendaView = NonNullable<Search<typeof params>['vista']>;
