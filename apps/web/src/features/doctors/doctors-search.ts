import { listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

const filters = { estado: oneOf(['activos', 'retirados', 'todos'], 'activos') };
const others = { orden: oneOf(['nombre', '-nombre'], 'nombre') };

/** The search parameters of /medicos. */
export const doctorsSearch = listSearch(filters, others);
export type DoctorsSearch = SearchOf<typeof filters & typeof others>;
