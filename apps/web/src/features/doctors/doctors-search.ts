import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { isRecordId } from '@simiente/contract/common/id-text';
import { doctorSorts, LAST_DAY_PAGE } from '@simiente/contract/doctors/filters';
import { choice, listSearch, type Search, type SearchParam } from '../../lib/search-params.ts';
import { agendaDayParam } from './agenda/agenda-search.ts';

/** Ids, separated by commas. */
const idsParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) => {
    const ids = String(value ?? '').split(',');
    return ids.every(isRecordId) ? ids.join(',') : undefined;
  },
};

const pageParam: SearchParam<number> = {
  initial: 0,
  read: (value) => (isPage(value) ? value : undefined),
};

const isPage = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_DAY_PAGE;

const filters = { estado: choice(['activos', 'retirados', 'todos'], 'activos') };
const others = {
  orden: choice(doctorSorts, 'name'),
  vista: choice(['lista', 'agenda'], 'lista'),
  periodo: choice(['dia', 'semana'], 'dia'),
  fecha: agendaDayParam,
  /** Ids of the doctors that the agenda shows; by default those chosen last, or all. */
  medicos: idsParam,
  /** The page of doctors in the agenda, from 0. */
  pagina: pageParam,
  /** The status of the appointments that the agenda shows. */
  cita: choice(appointmentStatuses),
};

/** The search parameters of /medicos. */
export const doctorsSearch = listSearch(filters, others);
export type DoctorsSearch = Search<typeof filters & typeof others>;
