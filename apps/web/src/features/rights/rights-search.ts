import { requestStates } from '@simiente/contract/rights/words';
import { choice, listSearch, type Search } from '../../lib/search-params.ts';

const filters = { estado: choice(requestStates) };
const others = { orden: choice(['dueOn', '-dueOn'], 'dueOn') };

/** The search parameters of /privacidad, in a separate file from its list, which the first page must not load. */
export const rightsSearch = listSearch(filters, others);
export type RightsSearch = Search<typeof filters & typeof others>;
