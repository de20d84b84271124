import { branchSorts } from '@simiente/contract/branches/filters';
import { choice, listSearch, type Search } from '../../lib/search-params.ts';

const views = ['lista', 'mapa'] as const;

const others = { orden: choice(branchSorts, 'state'), vista: choice(views, 'lista') };

export const branchesSearch = listSearch({}, others);
export type BranchesSearch = Search<typeof others>;
