import {
  accountSorts,
  accountStates,
  waitingIdentities,
} from '@simiente/contract/accounts/filters';
import { roles } from '@simiente/contract/common/access/role-names';
import { choice, listSearch, type Search } from '../../lib/search-params.ts';

const filters = {
  estado: choice(accountStates),
  rol: choice(roles),
  /** State of two-step verification. */
  paso: choice(['on', 'off']),
  /** State of the professional identity. */
  firma: choice(waitingIdentities),
};
const others = { orden: choice(accountSorts, 'name') };

export const accountsSearch = listSearch(filters, others);
export type AccountsSearch = Search<typeof filters & typeof others>;
