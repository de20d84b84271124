import { type PatientSort, patientSorts, statusFilters } from '@simiente/contract/patients';
import * as z from 'zod/mini';

export const DEFAULT_SORT: PatientSort = '-createDate';

/**
 * What of the list lives in the address: a person may share it or come back to it. A value that
 * makes no sense is as good as none. The search text does not: it is somebody's name.
 */
export const patientsSearch = z.object({
  estatus: z.catch(z.optional(z.literal(statusFilters)), undefined),
  citas: z.catch(z.optional(z.literal(true)), undefined),
  orden: z.catch(z.optional(z.literal(patientSorts)), undefined),
});
export type PatientsSearch = z.infer<typeof patientsSearch>;

declare module '@tanstack/history' {
  interface HistoryState {
    /** The text of the list's search box: kept by back, forward and reload, and by no history of addresses. */
    searchText?: string;
  }
}
