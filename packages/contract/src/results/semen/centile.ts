import { type AnalyteKey, convertAnalyteQuantity } from '../analytes/catalogue.ts';
import { CURRENT_EDITION, type WhoEdition } from '../analytes/studies.ts';
import type { UnitName } from '../analytes/units.ts';
import { compareDecimals, type DecimalText } from '../decimal.ts';
import { isUnder, type Quantity } from '../quantity.ts';
import { type CentileNumber, centiles, findCentileRow, findFifthEdition } from './who-centiles.ts';

/** Position of a value among fertile men. A tick is a centile that the WHO table prints. */
export interface Centile {
  /** The value is at or above this tick, the nearest one; null below all ticks, or if a comparator leaves it open. */
  readonly above: CentileNumber | null;
  /** The value is below this tick, the nearest one; null above all ticks, or if a comparator leaves it open. */
  readonly below: CentileNumber | null;
}

interface Tick {
  readonly centile: CentileNumber;
  readonly at: DecimalText;
}

/** Ticks of one analyte, lowest first, in the unit of its table. */
interface Ticks {
  readonly unit: UnitName;
  readonly ticks: readonly Tick[];
}

const FIFTH: CentileNumber = 5;

/** Ticks of the edition; null for an analyte that it lacks. */
function getTicks(analyte: AnalyteKey, edition: WhoEdition): Ticks | null {
  if (edition === 5) {
    const only = findFifthEdition(analyte);
    return only === null ? null : { unit: only.unit, ticks: [{ centile: FIFTH, at: only.fifth }] };
  }
  const row = findCentileRow(analyte);
  if (row === null) return null;
  const ticks = centiles.map((centile, index) => ({ centile, at: row.ticks[index] ?? '' }));
  return { unit: row.unit, ticks };
}

const nearest = (ticks: readonly Tick[], value: DecimalText): Centile => ({
  above: ticks.findLast(({ at }) => compareDecimals(at, value) <= 0)?.centile ?? null,
  below: ticks.find(({ at }) => compareDecimals(at, value) > 0)?.centile ?? null,
});

/**
 * Centile of a value; null for another analyte, or a unit that does not convert. The 5th edition has only the 5th
 * centile.
 */
export function findCentile(
  analyte: AnalyteKey,
  quantity: Quantity,
  unit: UnitName,
  edition: WhoEdition | null,
): Centile | null {
  const table = getTicks(analyte, edition ?? CURRENT_EDITION);
  if (table === null) return null;
  const converted = convertAnalyteQuantity(analyte, quantity, unit, table.unit);
  if (converted === null) return null;
  const { ticks } = table;
  if (converted.comparator === null) return nearest(ticks, converted.value);
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first && isUnder(converted, first.at)) return { above: null, below: first.centile };
  if (last && isUnder(converted, last.at) === false) return { above: last.centile, below: null };
  // '< 50' or '> 50' may be anywhere among the ticks on that side.
  return { above: null, below: null };
}

/** Whether a value is under the 5th centile of its edition; null if that is unknown. */
export function isUnderFifth(
  analyte: AnalyteKey,
  quantity: Quantity,
  unit: UnitName,
  edition: WhoEdition | null,
): boolean | null {
  const fifth = findFifthCentile(analyte, edition);
  if (fifth === null) return null;
  const converted = convertAnalyteQuantity(analyte, quantity, unit, fifth.unit);
  return converted && isUnder(converted, fifth.at);
}

export function findFifthCentile(
  analyte: AnalyteKey,
  edition: WhoEdition | null,
): { readonly unit: UnitName; readonly at: DecimalText } | null {
  const table = getTicks(analyte, edition ?? CURRENT_EDITION);
  const tick = table?.ticks.find(({ centile }) => centile === FIFTH);
  return table && tick ? { unit: table.unit, at: tick.at } : null;
}

/** 'OMS 2021' */
export const editionYear = (edition: WhoEdition | null) =>
  (edition ?? CURRENT_EDITION) === 5 ? 'OMS 2010' : 'OMS 2021';

/**
 * Centile in words: 'por debajo del percentil 5 de hombres fértiles, OMS 2021', 'entre el percentil 10 y el 25'.
 * It is never a judgement, because the 6th edition has no threshold between fertile and infertile men.
 */
export function centileWords({ above, below }: Centile, edition: WhoEdition | null): string {
  const men = `de hombres fértiles, ${editionYear(edition)}`;
  if (above === null && below === null) return 'posición indeterminada: el resultado no es exacto';
  if (above === null) return `por debajo del percentil ${below} ${men}`;
  if (below === null) return `en el percentil ${above} o superior ${men}`;
  // Readers look for the 5th centile between the two lowest ticks.
  if (below === FIFTH) return `por debajo del percentil 5 ${men}`;
  return `entre el percentil ${above} y el ${below}`;
}
