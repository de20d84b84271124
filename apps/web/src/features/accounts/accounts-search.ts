import {
  accountSorts,
  accountStates,
  waitingIdentities,
} from '@simiente/contract/accounts/filters';
import { roles } from '@simiente/contract/common/access/role-names';
import { listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

const filters = {
  estado: oneOf(accountStates),
  rol: oneOf(roles),
  /** Two-step verification. */
  paso: oneOf(['on', 'off']),
  /** Professional identity. */
  firma: oneOf(waitingIdentities),
};
const others = { orden: oneOf(accountSorts, 'name') };

/** The search parameters of /cuentas. */
export const accountsSearch = listSearch(filters, others);
export type AccountsSearch = SearchOf<typeof filters & typeof others>;
