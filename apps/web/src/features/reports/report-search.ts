import { idParam, oneOf, routeSearch } from '../../lib/search-params.ts';

/** The view of a report, and its version. */
export const reportSearch = routeSearch({
  lectura: oneOf(['leer', 'revisar', 'comparar'], 'leer'),
  version: idParam,
  antes: idParam,
  despues: idParam,
});

export type ReportSearch = ReturnType<typeof reportSearch.route.validateSearch>;
export type Reading = ReportSearch['lectura'];
