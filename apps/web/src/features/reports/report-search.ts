import { reportKinds } from '@simiente/contract/reports/states';
import { idParam, listSearch, oneOf, routeSearch } from '../../lib/search-params.ts';

/** The search parameters of a report: its view, the shown version, and the compared versions. */
export const reportSearch = routeSearch({
  lectura: oneOf(['leer', 'revisar', 'comparar'], 'leer'),
  version: idParam,
  antes: idParam,
  despues: idParam,
});

export type ReportSearch = ReturnType<typeof reportSearch.route.validateSearch>;
export type Reading = ReportSearch['lectura'];

export const queueSearch = listSearch({
  informe: oneOf(reportKinds),
  avisos: oneOf(['con', 'sin']),
});
export type QueueSearch = ReturnType<typeof queueSearch.route.validateSearch>;
