import { auditSorts, type machineActors } from '@simiente/contract/audit/filters';
import { periodParams } from '../../../lib/period/period.ts';
import {
  choice,
  idParam,
  listSearch,
  type Search,
  type SearchParam,
} from '../../../lib/search-params.ts';

/** Names in the URL for actors without an account. */
export const machineWords = {
  system: 'sistema',
  operator: 'linea-de-comandos',
  anonymous: 'sin-sesion',
} as const satisfies Record<(typeof machineActors)[number], string>;

/** The key of an action. The list validates it, because only its code has all actions. */
const actParam: SearchParam<string | undefined> = {
  initial: undefined,
  read: (value) =>
    typeof value === 'string' && /^[a-z_]{1,40}\.[a-z_]{1,40}$/.test(value) ? value : undefined,
};

const filters = {
  /** The id of an account, or a word for an actor without one. */
  persona: idParam,
  paciente: idParam,
  acto: actParam,
  desde: periodParams.desde,
  hasta: periodParams.hasta,
};
const others = { orden: choice(auditSorts, '-at') };

export const auditSearch = listSearch(filters, others);
export type AuditSearch = Search<typeof filters & typeof others>;
