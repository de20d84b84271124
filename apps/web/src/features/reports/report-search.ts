import { idParam, oneOf, routeSearch } from '../../lib/search-params.ts';

/** How a report is read, and which of its versions. */
export const reportSearch = routeSearch({
  lectura: oneOf(['leer', 'revisar', 'comparar'], 'leer'),
  version: idParam,
  antes: idParam,
  despues: idParam,
});

export type ReportSearch = ReturnType<typeof reportSearch.route.validateSearch>;
export type Reading = ReportSearch['lectura'];
