import {
  type PartnerSort,
  type PartnerType,
  partnerSorts,
  partnerTypes,
} from '@simiente/contract/partner-filters';
import { readPeriodSearch } from '../../lib/period/period.ts';

export const DEFAULT_SORT: PartnerSort = 'name';

/** What of the list lives in the address: a person may share it or come back to it. */
export interface PartnersSearch {
  /** Otro: those that read 'Sin tipo'. */
  tipo?: PartnerType | undefined;
  /** Only partners with branches. */
  sucursales?: true | undefined;
  /** Only those that were there with a branch at the end of this day, as the dashboard counts them. */
  hasta?: string | undefined;
  /** Only this one. */
  laboratorio?: string | undefined;
  orden?: PartnerSort | undefined;
}

/** Reads the address; a value that makes no sense is as good as none. */
export function readPartnersSearch(search: Record<string, unknown>): PartnersSearch {
  const { hasta, laboratorio } = readPeriodSearch({ ...search, desde: undefined });
  return {
    hasta,
    laboratorio,
    tipo: partnerTypes.find((type) => type === search.tipo),
    sucursales: search.sucursales === true ? true : undefined,
    orden: partnerSorts.find((sort) => sort === search.orden && sort !== DEFAULT_SORT),
  };
}
