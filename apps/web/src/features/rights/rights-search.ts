import { requestStates } from '@simiente/contract/rights/words';
import { listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

const filters = { estado: oneOf(requestStates) };
const others = { orden: oneOf(['dueOn', '-dueOn'], 'dueOn') };

/** The search parameters of /privacidad, in a separate file from its list, which the first page must not load. */
export const rightsSearch = listSearch(filters, others);
export type RightsSearch = SearchOf<typeof filters & typeof others>;
