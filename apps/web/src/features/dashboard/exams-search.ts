import { type PeriodSearch, readPeriodSearch } from '../../lib/period/period.ts';

/** What of the list of exams lives in the address. */
export interface ExamsSearch extends PeriodSearch {
  orden?: 'createDate' | undefined;
}

/** Reads the address; a value that makes no sense is as good as none. */
export function readExamsSearch(search: Record<string, unknown>): ExamsSearch {
  return {
    ...readPeriodSearch(search),
    orden: search.orden === 'createDate' ? 'createDate' : undefined,
  };
}
