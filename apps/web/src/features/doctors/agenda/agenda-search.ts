import { choice, listSearch, type Search, type SearchParam } from '../../../lib/search-params.ts';

/** Whether the text is an existing day that appointments may have. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(19\d\d|20\d\d|21\d\d)-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** A day of the clinic's calendar, 'YYYY-MM-DD'; today without the parameter. */
export const agendaDayParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => (isDay(value) ? value : undefined),
};

const params = { vista: choice(['dia', 'semana', 'mes', 'lista']), fecha: agendaDayParam };

/** The search parameters of an agenda, apart from its views: every page loads them with the routes. */
export const agendaSearch = listSearch(params);
export type AgendaView = NonNullable<Search<typeof params>['vista']>;
