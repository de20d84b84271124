import { isAnalyteKey, quantityIn } from '@simiente/contract/results/analytes/catalogue';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import { editionYear } from '@simiente/contract/results/semen/centile';
import { findCentileRow, findFifthEdition } from '@simiente/contract/results/semen/who-centiles';
import { formatCount } from '../../../lib/format/numbers.ts';
import type { Series } from './series.ts';

/** Indexes of the 50th and 5th centile in `ticks`. */
const MEDIAN = 4;
const FIFTH = 1;

/** Centiles of fertile men, in the unit of the series. */
export interface FertileReference {
  readonly fifth: number;
  /** The confidence interval of the 5th centile. */
  readonly low: number;
  readonly high: number;
  /** Null for the fifth edition, of which only the 5th centile is used. */
  readonly median: number | null;
  /** The edition, the number of men, and the confidence interval of the 5th centile. */
  readonly source: string;
}

/** The reference for the last point; null if the WHO has none for the analyte, or its unit does not convert. */
export function findReference({ points, unit }: Series): FertileReference | null {
  const last = points.at(-1);
  const analyte = last?.value.analyte;
  if (last === undefined || analyte == null || !isAnalyteKey(analyte) || unit === null) return null;
  const { whoEdition } = last.set;
  const row = whoEdition === 5 ? findFifthEdition(analyte) : findCentileRow(analyte);
  if (row === null) return null;
  const inUnit = (value: string | undefined) => {
    if (value === undefined) return null;
    const quantity = quantityIn(analyte, { comparator: null, value }, row.unit, unit as UnitName);
    return quantity === null ? null : Number(quantity.value);
  };
  const fifth = inUnit('ticks' in row ? row.ticks[FIFTH] : row.fifth);
  const [low, high] = [inUnit(row.interval.low), inUnit(row.interval.high)];
  if (fifth === null || low === null || high === null) return null;
  const source = [
    `Hombres fértiles, ${editionYear(whoEdition)}`,
    'men' in row && `n ${formatCount(row.men)}`,
    `IC 95 % del percentil 5: ${low} a ${high}`,
  ];
  return {
    fifth,
    low,
    high,
    median: inUnit('ticks' in row ? row.ticks[MEDIAN] : undefined),
    source: source.filter(Boolean).join(' · '),
  };
}
