import { rangeSorts, rangeStates } from '@simiente/contract/results/range-states';
import {
  idParam,
  listSearch,
  oneOf,
  type SearchOf,
  textParam,
} from '../../../lib/search-params.ts';

const filters = {
  estado: oneOf(rangeStates),
  laboratorio: idParam,
  analito: textParam,
};
const others = { orden: oneOf(rangeSorts, 'laboratory') };

export const rangesSearch = listSearch(filters, others);
export type RangesSearch = SearchOf<typeof filters & typeof others>;
