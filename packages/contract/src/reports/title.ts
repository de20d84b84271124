/** The specification's title of both kinds of report. */
export const REPORT_TITLE = 'Mi Test de Fertilidad';
