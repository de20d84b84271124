import {
  type PatientSort,
  patientSorts,
  type StatusFilter,
  statusFilters,
} from '@simiente/contract/patient-filters';

export const DEFAULT_SORT: PatientSort = '-createDate';

/** What of the list lives in the address: a person may share it or come back to it. */
export interface PatientsSearch {
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
  };
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The text of the list's search box: kept by back, forward and reload, and by no history of addresses. */
    searchText?: string;
  }
}
