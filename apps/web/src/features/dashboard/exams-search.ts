import { periodParams } from '../../lib/period/period.ts';
import { listSearch, oneOf } from '../../lib/search-params.ts';

const { laboratorio, ...days } = periodParams;

/** The search parameters of /home/estudios, which always has a period. */
export const examsSearch = listSearch(
  { laboratorio },
  { ...days, orden: oneOf(['-createDate', 'createDate'], '-createDate') },
);
