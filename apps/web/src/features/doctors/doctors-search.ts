import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { isRecordId } from '@simiente/contract/common/id-text';
import { doctorSorts } from '@simiente/contract/doctors/filters';
import { listSearch, oneOf, type SearchOf, type SearchParam } from '../../lib/search-params.ts';
import { agendaDayParam } from './agenda/agenda-search.ts';

/** Ids with commas between them. */
const idsParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => {
    const ids = String(value ?? '').split(',');
    return ids.every(isRecordId) ? ids.join(',') : undefined;
  },
};

const filters = { estado: oneOf(['activos', 'retirados', 'todos'], 'activos') };
const others = {
  orden: oneOf(doctorSorts, 'name'),
  vista: oneOf(['lista', 'agenda'], 'lista'),
  periodo: oneOf(['dia', 'semana'], 'dia'),
  fecha: agendaDayParam,
  /** Doctors that the agenda shows; all without the parameter. */
  medicos: idsParam,
  /** The status of the appointments that the agenda shows. */
  cita: oneOf(appointmentStatuses),
};

/** The search parameters of /medicos. */
export const doctorsSearch = listSearch(filters, others);
export type DoctorsSearch = SearchOf<typeof filters & typeof others>;
