import { choice, idParam, listSearch } from '../../lib/search-params.ts';
import { reminderStates } from './reminder-state.ts';

export const confirmSearch = listSearch(
  { estado: choice(reminderStates), medico: idParam, lugar: idParam },
  { dias: choice([1, 3, 7], 3) },
);
