import { add, compareDecimals, type DecimalText, subtract } from '../decimal.ts';
import { writeQuantity } from '../quantity.ts';
import { findExact, findQuantity } from '../values.ts';
import {
  type CheckedSet,
  isBetween,
  isNoneSeen,
  REVISE,
  type ResultCheck,
  share,
} from './check.ts';

/** Percentage points: total motility and immotile are printed rounded. */
const ROUNDING = '1';

function progressiveOverTotal({ values }: CheckedSet): ResultCheck | null {
  const [progressive, total] = [
    share(values, 'progressiveMotility'),
    share(values, 'totalMotility'),
  ];
  if (progressive === null || total === null) return null;
  if (compareDecimals(progressive, add(total, ROUNDING)) <= 0) return null;
  return {
    check: 'progressiveOverTotal',
    level: 'warning',
    message: `La movilidad progresiva (${progressive} %) es mayor que la total (${total} %). ${REVISE}`,
    analytes: ['progressiveMotility', 'totalMotility'],
  };
}

function motilityWhole({ values }: CheckedSet): ResultCheck | null {
  const [total, immotile] = [share(values, 'totalMotility'), share(values, 'immotile')];
  if (total === null || immotile === null || isNoneSeen(values)) return null;
  const sum = add(total, immotile);
  if (isBetween(sum, subtract('100', ROUNDING), add('100', ROUNDING))) return null;
  return {
    check: 'motilityWhole',
    level: 'warning',
    message: `Movilidad total ${total} + IM ${immotile} suman ${sum} %; deben sumar 100 %. ${REVISE}`,
    analytes: ['totalMotility', 'immotile'],
  };
}

/** Spermatozoa that a laboratory counts for a percentage. Source: WHO manual, 6th edition. */
const COUNTED = 200;

/** Points by which two percentages of `COUNTED` spermatozoa differ by chance alone: 1.96·√(2·p·q/n). */
function countingError(one: DecimalText, other: DecimalText): string {
  const mean = (Number(one) + Number(other)) / 2;
  return String(Math.ceil(1.96 * Math.sqrt((2 * mean * (100 - mean)) / COUNTED)));
}

/** The dead do not move, so that they are at most the immotile. */
function vitality({ values }: CheckedSet): ResultCheck | null {
  const alive = share(values, 'vitality');
  const total = share(values, 'totalMotility');
  const immotile = share(values, 'immotile') ?? (total === null ? null : subtract('100', total));
  if (alive === null || immotile === null || isNoneSeen(values)) return null;
  const dead = subtract('100', alive);
  const error = countingError(dead, immotile);
  if (compareDecimals(dead, add(immotile, error)) <= 0) return null;
  return {
    check: 'vitality',
    level: 'warning',
    message: `Con vitalidad de ${alive} % hay ${dead} % de muertos, más que los inmóviles (${immotile} %) aun con el error de conteo de ${error} puntos. ${REVISE}`,
    analytes: ['vitality', 'immotile', 'totalMotility'],
  };
}

/** Leukocytes are round cells. */
function leukocytes({ values }: CheckedSet): ResultCheck | null {
  const [white, round] = [
    findExact(values, 'leukocytes', '10*6/mL'),
    findExact(values, 'roundCells', '10*6/mL'),
  ];
  if (white === null || round === null || compareDecimals(white, round) <= 0) return null;
  return {
    check: 'leukocytes',
    level: 'warning',
    message: `Los leucocitos (${white} ×10⁶/mL) son más que las células redondas (${round} ×10⁶/mL), y forman parte de ellas. ${REVISE}`,
    analytes: ['leukocytes', 'roundCells'],
  };
}

function oneCount({ values }: CheckedSet): ResultCheck | null {
  const keys = ['firstCount', 'secondCount'] as const;
  const missing = keys.filter((key) => findExact(values, key, '1') === null);
  if (missing.length !== 1) return null;
  const message = 'Falta una de las dos cuentas; con una sola no se sabe si concuerdan.';
  return { check: 'oneCount', level: 'warning', message, analytes: missing };
}

function received({ collectedAt, receivedAt = null, analyzedAt }: CheckedSet): ResultCheck | null {
  if (receivedAt === null) return null;
  const at = Date.parse(receivedAt);
  const isEarly = collectedAt !== null && at < Date.parse(collectedAt);
  const isLate = analyzedAt !== null && at > Date.parse(analyzedAt);
  if (!isEarly && !isLate) return null;
  const message = isEarly
    ? `La hora de recepción es anterior a la de la toma. ${REVISE}`
    : `La hora de recepción es posterior a la del análisis. ${REVISE}`;
  return { check: 'received', level: 'warning', message, analytes: [] };
}

/** Minutes. Source: WHO manual, 6th edition. */
const LATEST_LIQUEFACTION = '60';

function liquefaction({ values }: CheckedSet): ResultCheck | null {
  const quantity = findQuantity(values, 'liquefaction', 'min');
  if (quantity === null || quantity.comparator === '<') return null;
  const limit = compareDecimals(quantity.value, LATEST_LIQUEFACTION);
  if (limit < 0 || (limit === 0 && quantity.comparator === null)) return null;
  return {
    check: 'liquefaction',
    level: 'warning',
    message: `La muestra tardó más de ${LATEST_LIQUEFACTION} minutos en licuarse (${writeQuantity(quantity)}). Confírmalo en el reporte del laboratorio.`,
    analytes: ['liquefaction'],
  };
}

/** Compares the words about sperm in urine with the count there. */
function urine({ values }: CheckedSet): ResultCheck | null {
  const seen = values.find(({ analyte }) => analyte === 'spermInUrine')?.choice;
  if (seen == null) return null;
  const counted = [
    findExact(values, 'urineSpermCount', '10*6/mL'),
    findExact(values, 'urineSpermTotal', '10*6/{urine}'),
  ].filter((value) => value !== null);
  const isNone = seen === 'none';
  const differs = isNone
    ? counted.some((value) => compareDecimals(value, '0') > 0)
    : counted.includes('0');
  if (!differs) return null;
  const message = isNone
    ? `Se indicó que no se observaron espermatozoides en orina, pero la cuenta no es cero. ${REVISE}`
    : `Se indicó que se observaron espermatozoides en orina, pero la cuenta es cero. ${REVISE}`;
  const analytes = ['spermInUrine', 'urineSpermCount', 'urineSpermTotal'] as const;
  return { check: 'urine', level: 'warning', message, analytes };
}

/** The checks of values, times and counts against each other. */
export const consistencyChecks = [
  progressiveOverTotal,
  motilityWhole,
  vitality,
  leukocytes,
  oneCount,
  received,
  liquefaction,
  urine,
];
