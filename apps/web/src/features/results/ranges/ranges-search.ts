import { rangeSorts, rangeStates } from '@simiente/contract/results/range-states';
import {
  choice,
  idParam,
  listSearch,
  type SearchValues,
  textParam,
} from '../../../lib/search-params.ts';

const filters = {
  estado: choice(rangeStates),
  laboratorio: idParam,
  analito: textParam,
};
const others = { orden: choice(rangeSorts, 'laboratory') };

export const rangesSearch = listSearch(filters, others);
export type RangesSearch = SearchValues<typeof filters & typeof others>;
