import { idParam, listSearch, oneOf } from '../../lib/search-params.ts';
import { reminderStates } from './reminder-state.ts';

/** The search parameters of /por-confirmar. */
export const confirmSearch = listSearch(
  { estado: oneOf(reminderStates), medico: idParam, lugar: idParam },
  { dias: oneOf([1, 3, 7], 3) },
);
