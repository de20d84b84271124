import { periodParams } from '../../lib/period/period.ts';
import { choice, listSearch } from '../../lib/search-params.ts';

const { laboratorio, ...days } = periodParams;

/** The search parameters of /home/estudios, which always has a period. */
export const examsSearch = listSearch(
  { laboratorio },
  { ...days, orden: choice(['-createDate', 'createDate'], '-createDate') },
);
