import { reportKinds } from '@simiente/contract/reports/states';
import { choice, idParam, listSearch } from '../../lib/search-params.ts';

/** The search parameters of a report: its view, the shown version, and the compared versions. */
export const reportSearch = listSearch({
  lectura: choice(['leer', 'revisar', 'comparar'], 'leer'),
  version: idParam,
  antes: idParam,
  despues: idParam,
});

export type ReportSearch = ReturnType<typeof reportSearch.route.validateSearch>;
export type Reading = ReportSearch['lectura'];

export const queueSearch = listSearch({
  informe: choice(reportKinds),
  avisos: choice(['con', 'sin']),
});
