import { prospectGroups, prospectSorts } from '@simiente/contract/prospects/filters';
import { choice, idParam, listSearch, type Search } from '../../lib/search-params.ts';

const views = ['tabla', 'tablero'] as const;

const filters = { estado: choice(prospectGroups) };
const others = {
  orden: choice(prospectSorts, '-createDate'),
  vista: choice(views, 'tabla'),
  /** The prospect whose panel is open. */
  prospecto: idParam,
};

export const prospectsSearch = listSearch(filters, others);
export type ProspectsSearch = Search<typeof filters & typeof others>;
