import type { AnalyteKey } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import type { DecimalText } from '../decimal.ts';

/** The centiles that WHO prints, lowest first. */
export const centiles = [2.5, 5, 10, 25, 50, 75, 90, 95, 97.5] as const;
export type CentileNumber = (typeof centiles)[number];

/** A 95 % confidence interval. */
export interface Interval {
  readonly low: DecimalText;
  readonly high: DecimalText;
}

export interface CentileRow {
  readonly unit: UnitName;
  readonly men: number;
  /** Values of `centiles`, in order. */
  readonly ticks: readonly DecimalText[];
  /** Confidence interval of the 5th centile. */
  readonly interval: Interval;
}

export const CENTILES_SOURCE = 'Manual de laboratorio de la OMS, 6.ª edición (2021), tabla 8.3';
export const FIFTH_EDITION_SOURCE = 'Manual de laboratorio de la OMS, 5.ª edición (2010)';

const perMl = '10*6/mL';
const perEjaculate = '10*6/{ejaculate}';

function toInterval(text: string): Interval {
  const [low = '', high = ''] = text.split(' – ');
  return { low, high };
}

const row = (unit: UnitName, men: number, interval: string, ticks: string): CentileRow => ({
  unit,
  men,
  interval: toInterval(interval),
  ticks: ticks.split(' '),
});

/**
 * Men whose partner became pregnant within a year: unit, number of men, interval of the 5th centile, and the nine
 * centiles. Source: WHO laboratory manual, 6th edition (2021), table 8.3.
 */
export const whoCentiles = {
  volume: row('mL', 3586, '1.3 – 1.5', '1 1.4 1.8 2.3 3 4.2 5.5 6.2 6.9'),
  concentration: row(perMl, 3587, '15 – 18', '11 16 22 36 66 110 166 208 254'),
  totalNumber: row(perEjaculate, 3584, '35 – 40', '29 39 58 108 210 363 561 701 865'),
  totalMotility: row('%', 3488, '40 – 43', '35 42 47 55 64 73 83 90 92'),
  progressiveMotility: row('%', 3389, '29 – 31', '24 30 36 45 55 63 71 77 81'),
  nonProgressiveMotility: row('%', 3387, '1 – 1', '1 1 2 4 8 15 26 32 38'),
  immotile: row('%', 2800, '19 – 20', '15 20 23 30 37 45 53 58 65'),
  vitality: row('%', 1337, '50 – 56', '45 54 60 69 78 88 95 97 98'),
  normalForms: row('%', 3335, '3.9 – 4', '3 4 5 8 14 23 32 39 45'),
} as const satisfies Partial<Readonly<Record<AnalyteKey, CentileRow>>>;

export type CentileAnalyte = keyof typeof whoCentiles;

const fifth = (unit: UnitName, value: DecimalText, interval: string) => ({
  unit,
  fifth: value,
  interval: toInterval(interval),
});
type FifthCentile = ReturnType<typeof fifth>;

/** The 5th centile of the 5th edition (2010), for results that name it. */
const fifthEditionCentiles: Partial<Readonly<Record<string, FifthCentile>>> = {
  volume: fifth('mL', '1.5', '1.4 – 1.7'),
  concentration: fifth(perMl, '15', '12 – 16'),
  totalNumber: fifth(perEjaculate, '39', '33 – 46'),
  totalMotility: fifth('%', '40', '38 – 42'),
  progressiveMotility: fifth('%', '32', '31 – 34'),
  vitality: fifth('%', '58', '55 – 63'),
  normalForms: fifth('%', '4', '3 – 4'),
};

export function findCentileRow(analyte: string): CentileRow | null {
  const rows: Readonly<Record<string, CentileRow>> = whoCentiles;
  return Object.hasOwn(rows, analyte) ? (rows[analyte] ?? null) : null;
}

export function findFifthEdition(analyte: string): FifthCentile | null {
  return Object.hasOwn(fifthEditionCentiles, analyte)
    ? (fifthEditionCentiles[analyte] ?? null)
    : null;
}
