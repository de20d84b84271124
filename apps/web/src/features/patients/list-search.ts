import {
  type PatientSort,
  patientSorts,
  type StatusFilter,
  statusFilters,
} from '@simiente/contract/patient-filters';
import { type PeriodSearch, readPeriodSearch } from '../../lib/period/period.ts';

export const DEFAULT_SORT: PatientSort = '-createDate';

/** What of the list lives in the address: a person may share it or come back to it. */
export interface PatientsSearch extends PeriodSearch {
  estatus?: StatusFilter | undefined;
  citas?: true | undefined;
  orden?: PatientSort | undefined;
}

/**
 * Reads the address; a value that makes no sense is as good as none. The search text is not there: it
 * is somebody's name.
 */
export function readPatientsSearch(search: Record<string, unknown>): PatientsSearch {
  return {
    estatus: statusFilters.find((status) => status === search.estatus),
    citas: search.citas === true ? true : undefined,
    orden: patientSorts.find((sort) => sort === search.orden),
    ...readPeriodSearch(search),
  };
}
