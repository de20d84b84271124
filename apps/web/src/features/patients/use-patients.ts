import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';
import { patientList } from './patient-list.ts';
import type { ListFilters } from './use-list-filters.ts';

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function patientsInput({ status, upcoming, sort, search, period }: ListFilters) {
  const { desde, hasta, laboratorio } = period;
  return pageInput(
    {
      status,
      upcoming,
      sort,
      ...(desde === undefined ? {} : { createdFrom: desde }),
      ...(hasta === undefined ? {} : { createdTo: hasta }),
      ...(laboratorio === undefined ? {} : { laboratory: laboratorio }),
    },
    search,
  );
}

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function usePatients(filters: ListFilters) {
  return useListPages(
    patientList,
    queries.patients.list.infiniteOptions({
      ...byCursor,
      input: patientsInput(filters),
    }),
  );
}
