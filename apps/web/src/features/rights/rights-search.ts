import { requestStates } from '@simiente/contract/rights/words';
import { choice, listSearch, type Search } from '../../lib/search-params.ts';

const filters = { estado: choice(requestStates) };
const others = { orden: choice(['dueOn', '-dueOn'], 'dueOn') };

/** The search parameters of /privacidad. In a separate file, because the first page must not load the list. */
export const rightsSearch = listSearch(filters, others);
export type RightsSearch = Search<typeof filters & typeof others>;
