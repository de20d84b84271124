import { partnerSorts, partnerTypes } from '@simiente/contract/partners/filters';
import { dayParam } from '../../lib/period/period.ts';
import { choice, flag, idParam, listSearch, type Search } from '../../lib/search-params.ts';

const filters = {
  /** 'Otro' filters partners shown as 'Sin tipo'. */
  tipo: choice(partnerTypes),
  /** Only partners with branches. */
  sucursales: flag,
  /** Only partners with a branch at the end of this day, as counted by the dashboard. */
  hasta: dayParam,
  laboratorio: idParam,
};
const others = { orden: choice(partnerSorts, 'name') };

export const partnersSearch = listSearch(filters, others);
export type PartnersSearch = Search<typeof filters & typeof others>;
