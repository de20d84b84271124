import { isRecordId } from '@simiente/contract/common/id-text';
import {
  type ProspectGroup,
  type ProspectSort,
  prospectGroups,
  prospectSorts,
} from '@simiente/contract/prospect-filters';

export const DEFAULT_SORT: ProspectSort = '-createDate';

export type ProspectsView = 'tabla' | 'tablero';

/** What of the list lives in the address: a person may share it or come back to it. */
export interface ProspectsSearch {
  estado?: ProspectGroup | undefined;
  orden?: ProspectSort | undefined;
  vista?: 'tablero' | undefined;
  /** The id of the prospect whose panel is open. */
  prospecto?: string | undefined;
}

/**
 * Reads the address; a value that makes no sense is as good as none. The search text is not there: it
 * is somebody's name.
 */
export function readProspectsSearch(search: Record<string, unknown>): ProspectsSearch {
  const { prospecto } = search;
  // An id of digits alone arrives as a number.
  const id = typeof prospecto === 'number' ? String(prospecto) : prospecto;
  return {
    estado: prospectGroups.find((group) => group === search.estado),
    orden: prospectSorts.find((sort) => sort === search.orden),
    vista: search.vista === 'tablero' ? 'tablero' : undefined,
    prospecto: isRecordId(id) ? id : undefined,
  };
}
