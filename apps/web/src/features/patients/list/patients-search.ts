import { patientSorts, statusFilters, upcomingSpans } from '@simiente/contract/patients/filters';
import { periodParams } from '../../../lib/period/period.ts';
import { flag, listSearch, oneOf, type SearchOf } from '../../../lib/search-params.ts';

const filters = {
  estatus: oneOf(statusFilters, 0),
  citas: flag,
  /** Days of the appointments; only with 'citas'. */
  dia: oneOf(upcomingSpans),
  incompleta: flag,
  /** Without the privacy notice in force. */
  sinAviso: flag,
  ...periodParams,
};
const others = { orden: oneOf(patientSorts, '-createDate') };

export const patientsSearch = listSearch(filters, others);
export type PatientsSearch = SearchOf<typeof filters & typeof others>;
