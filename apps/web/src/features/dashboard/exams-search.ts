import { type PeriodSearch, readPeriodSearch } from '../../lib/period/period.ts';

/** URL state of the list of exams. A module of its own, because the route reads it before the page loads. */
export interface ExamsSearch extends PeriodSearch {
  orden?: 'createDate' | undefined;
}

/** Reads the URL; an invalid value counts as none. */
export function readExamsSearch(search: Record<string, unknown>): ExamsSearch {
  return {
    ...readPeriodSearch(search),
    orden: search.orden === 'createDate' ? 'createDate' : undefined,
  };
}
