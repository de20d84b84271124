import { type AnalyteKey, isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { CURRENT_EDITION, type WhoEdition, whoEditions } from '../../results/analytes/studies.ts';
import type { DecimalText } from '../../results/decimal.ts';
import { readRange } from '../../results/range.ts';
import { editionYear } from '../../results/semen/centile.ts';
import { CONSENSUS_NAME, findConsensus } from '../../results/semen/consensus.ts';
import {
  type CentileNumber,
  centiles,
  findCentileRow,
  findFifthEdition,
} from '../../results/semen/who-centiles.ts';
import type { QuotableResult } from '../version.ts';
import type { QuotedKey } from './mentions.ts';
import { ABSTINENCE, DAY_UNIT } from './quotable-result.ts';

/** Reference of an analyte that a report may quote, with its source. */
export interface Reference {
  readonly unit: string | null;
  /** One number, or the two ends of a range. */
  readonly low: DecimalText | null;
  readonly high: DecimalText | null;
  /** 'percentil 5, OMS 2021' */
  readonly source: string;
  /** Side on which it is a limit; null for a range, and a centile without a good side. */
  readonly side: 'lower' | 'upper' | null;
  /** Default reference, if the text only reads 'referencia'. */
  readonly isUsual: boolean;
}

/** The WHO editions that a text names. */
export function findEditions(plain: string): WhoEdition[] {
  const isNamed = {
    5: /(?:5\.? ?[aª]|quinta|v) (?:ed|revision)|\b2010\b|5 ?a ed/.test(plain),
    6: /(?:6\.? ?[aª]|sexta|vi) (?:ed|revision)|\b2021\b|6 ?a ed/.test(plain),
  };
  return whoEditions.filter((edition) => isNamed[edition]);
}

function editionReferences(key: AnalyteKey, edition: WhoEdition): Reference[] {
  const year = editionYear(edition);
  const row = edition === 6 ? findCentileRow(key) : null;
  const old = edition === 5 ? findFifthEdition(key) : null;
  const fifth = row?.ticks[1] ?? old?.fifth;
  const unit = row?.unit ?? old?.unit;
  const interval = row?.interval ?? old?.interval;
  if (fifth === undefined || unit === undefined || interval === undefined) return [];
  const side = key === 'immotile' || key === 'nonProgressiveMotility' ? null : 'lower';
  return [
    { unit, low: fifth, high: null, source: `percentil 5, ${year}`, side, isUsual: true },
    { unit, ...interval, source: `intervalo del percentil 5, ${year}`, side: null, isUsual: false },
  ];
}

/** The value of a named centile; the 5th edition has only the 5th. */
export function centileReferences(
  key: QuotedKey,
  centile: number,
  editions: readonly WhoEdition[],
): Reference[] {
  if (!isAnalyteKey(key)) return [];
  if (centile !== 5 && !editions.includes(6)) return [];
  if (centile === 5)
    return editions.flatMap((edition) => editionReferences(key, edition).slice(0, 1));
  const row = findCentileRow(key);
  const index = centiles.indexOf(centile as CentileNumber);
  const at = row?.ticks[index];
  if (!row || at === undefined) return [];
  const source = `percentil ${centile}, ${editionYear(6)}`;
  return [{ unit: row.unit, low: at, high: null, source, side: null, isUsual: true }];
}

function laboratoryReferences(results: readonly QuotableResult[]): Reference[] {
  return results.flatMap(({ range, unit, laboratory }) => {
    const printed = range === null ? null : readRange(range, unit);
    if (!printed) return [];
    const source = `rango de ${laboratory ?? 'el laboratorio'}`;
    const { low, high } = printed;
    const isUsual = low === null || high === null;
    const lower = { unit, low, high: null, source, side: 'lower', isUsual } as const;
    const upper = { ...lower, low: high, side: 'upper' } as const;
    const whole = { ...lower, high, side: null, isUsual: true };
    return [...(isUsual ? [] : [whole]), lower, upper].filter((one) => one.low !== null);
  });
}

/** Days of abstinence. Source: WHO manual, 6th edition. */
export const ABSTINENCE_DAYS = { low: '2', high: '7' } as const;

function consensusReferences(key: QuotedKey): Reference[] {
  if (key === ABSTINENCE) {
    return [
      {
        unit: DAY_UNIT,
        ...ABSTINENCE_DAYS,
        source: 'días de abstinencia, OMS',
        side: null,
        isUsual: true,
      },
    ];
  }
  const found = findConsensus(key);
  if (!found) return [];
  const side = found.sign === '<' ? 'upper' : 'lower';
  return [
    { unit: found.unit, low: found.at, high: null, source: CONSENSUS_NAME, side, isUsual: true },
  ];
}

/** The editions for a sentence without one: those of the text and of the results, otherwise all. */
export function chooseEditions(
  text: string,
  results: readonly QuotableResult[],
): readonly WhoEdition[] {
  const resultEditions = results.map(({ whoEdition }) => whoEdition ?? CURRENT_EDITION);
  const meant = new Set([...resultEditions, ...findEditions(text)]);
  const newestFirst = whoEditions.toReversed();
  return meant.size === 0 ? newestFirst : newestFirst.filter((edition) => meant.has(edition));
}

/** Every reference of an analyte, the usual ones first. `results` are the patient's results of the analyte. */
export function findReferences(
  key: QuotedKey,
  editions: readonly WhoEdition[],
  results: readonly QuotableResult[],
): Reference[] {
  const who = isAnalyteKey(key)
    ? editions.flatMap((edition) => editionReferences(key, edition))
    : [];
  return [...who, ...consensusReferences(key), ...laboratoryReferences(results)];
}
