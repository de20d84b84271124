import type { ExamPage, ExamSort } from '@simiente/contract/dashboard';
import { queries } from '../../lib/api/client.ts';
import type { PeriodFilter } from '../../lib/period/period.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';

const examList = { rowsOf: (page: ExamPage) => page.exams };

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function examsInput(filter: PeriodFilter, sort: ExamSort, search: string) {
  return pageInput({ ...filter, sort }, search);
}

/** The pages of the exams of a period; the earlier filters' ones stay while new ones are on their way. */
export function useExams(filter: PeriodFilter, sort: ExamSort, search: string) {
  return useListPages(
    examList,
    queries.dashboard.exams.infiniteOptions({
      ...byCursor,
      input: examsInput(filter, sort, search),
    }),
  );
}
