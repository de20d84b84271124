import type { DoctorPage } from '@simiente/contract/doctors';
import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';
import type { ListFilters } from './use-list-filters.ts';

const doctorList = { rowsOf: (page: DoctorPage) => page.doctors };

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function doctorsInput({ state, sort, search }: ListFilters) {
  return pageInput({ state, sort }, search);
}

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function useDoctors(filters: ListFilters) {
  return useListPages(
    doctorList,
    queries.doctors.list.infiniteOptions({
      ...byCursor,
      input: doctorsInput(filters),
    }),
  );
}
