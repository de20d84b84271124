import { branchSorts } from '@simiente/contract/branches/filters';
import { listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

const views = ['lista', 'mapa'] as const;

const others = { orden: oneOf(branchSorts, 'state'), vista: oneOf(views, 'lista') };

/** The search parameters of /partner/{idPartner}. */
export const branchesSearch = listSearch({}, others);
export type BranchesSearch = SearchOf<typeof others>;
