import { patientSorts, statusFilters, upcomingSpans } from '@simiente/contract/patients/filters';
import { periodParams } from '../../../lib/period/period.ts';
import { choice, flag, listSearch, type Search } from '../../../lib/search-params.ts';

const filters = {
  estatus: choice(statusFilters, 0),
  citas: flag,
  /** Days of the appointments; only with 'citas'. */
  dia: choice(upcomingSpans),
  incompleta: flag,
  /** Only patients who did not receive the privacy notice in force. */
  sinAviso: flag,
  ...periodParams,
};
const others = { orden: choice(patientSorts, '-createDate') };

export const patientsSearch = listSearch(filters, others);
export type PatientsSearch = Search<typeof filters & typeof others>;
