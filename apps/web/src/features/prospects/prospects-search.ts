import { prospectGroups, prospectSorts } from '@simiente/contract/prospects/filters';
import { idParam, listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

const views = ['tabla', 'tablero'] as const;

const filters = { estado: oneOf(prospectGroups) };
const others = {
  orden: oneOf(prospectSorts, '-createDate'),
  vista: oneOf(views, 'tabla'),
  /** The prospect whose panel is open. */
  prospecto: idParam,
};

export const prospectsSearch = listSearch(filters, others);
export type ProspectsSearch = SearchOf<typeof filters & typeof others>;
