import { oneOf, routeSearch } from '../../../lib/search-params.ts';

/** The search parameters of /resultados-recibidos. */
export const receivedSearch = routeSearch({ estado: oneOf(['esperan', 'descartados'], 'esperan') });
