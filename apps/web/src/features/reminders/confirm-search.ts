import { idParam, listSearch, oneOf } from '../../lib/search-params.ts';
import { reminderStates } from './reminder-state.ts';

export const confirmSearch = listSearch(
  { estado: oneOf(reminderStates), medico: idParam, lugar: idParam },
  { dias: oneOf([1, 3, 7], 3) },
);
