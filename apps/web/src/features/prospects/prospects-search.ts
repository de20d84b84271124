import { prospectGroups, prospectSorts } from '@simiente/contract/prospects/filters';
import { choice, idParam, listSearch, type SearchValues } from '../../lib/search-params.ts';

const views = ['tabla', 'tablero'] as const;

const filters = { estado: choice(prospectGroups) };
const others = {
  orden: choice(prospectSorts, '-createDate'),
  vista: choice(views, 'tabla'),
  /** The prospect whose panel is open. */
  prospecto: idParam,
};

export const prospectsSearch = listSearch(filters, others);
export type ProspectsSearch = SearchValues<typeof filters & typeof others>;
