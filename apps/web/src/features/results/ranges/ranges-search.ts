import { rangeSorts, rangeStates } from '@simiente/contract/results/range-states';
import { choice, idParam, listSearch, type Search, textParam } from '../../../lib/search-params.ts';

const filters = {
  estado: choice(rangeStates),
  laboratorio: idParam,
  analito: textParam,
};
const others = { orden: choice(rangeSorts, 'laboratory') };

export const rangesSearch = listSearch(filters, others);
export type RangesSearch = Search<typeof filters & typeof others>;
