import { getAnalyte } from '../analytes/catalogue.ts';
import { add, compareDecimals, type DecimalText, subtract } from '../decimal.ts';
import { isOver, writeQuantity } from '../quantity.ts';
import { findExact, findQuantity, type MeasuredValue } from '../values.ts';
import {
  type CheckedSet,
  findPellet,
  findShare,
  hasNoSperm,
  isAspermia,
  isPositive,
  livingShares,
  REVISE,
  type ResultCheck,
} from './check.ts';
import { findProgressive } from './derived.ts';

/** Spermatozoa that a laboratory counts for a percentage. Source: WHO manual, 6th edition. */
const COUNTED = 200;

/** Percentage points by which two shares of `COUNTED` spermatozoa may differ by chance: 1.96·√(2·p·q/n). */
function countingError(one: DecimalText, other: DecimalText): string {
  const mean = (Number(one) + Number(other)) / 2;
  return String(Math.ceil(1.96 * Math.sqrt((2 * mean * (100 - mean)) / COUNTED)));
}

/** Dead sperm do not move, so there are at most as many as immotile ones. */
function vitality({ values }: CheckedSet): ResultCheck | null {
  const alive = findShare(values, 'vitality');
  const motile = findShare(values, 'totalMotility') ?? findProgressive(values);
  const immotile =
    findShare(values, 'immotile') ?? (motile === null ? null : subtract('100', motile));
  if (alive === null || immotile === null || hasNoSperm(values)) return null;
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

function shareOfNone({ values }: CheckedSet): ResultCheck | null {
  const analytes = livingShares.filter((key) => isPositive(values, key));
  const isEmpty = hasNoSperm(values) || isAspermia(values);
  // If a sample has spermatozoa only in its pellet, its shares describe the pellet.
  if (!isEmpty || analytes.length === 0 || findPellet(values) === 'seen') return null;
  const names = new Intl.ListFormat('es').format(analytes.map((key) => getAnalyte(key).label));
  const message = `Se indicó que no hay espermatozoides, y no son cero: ${names}. ${REVISE}`;
  return { check: 'shareOfNone', level: 'warning', message, analytes };
}

/** Leukocytes are round cells, so there are at most as many. */
function leukocytes({ values }: CheckedSet): ResultCheck | null {
  const white = findQuantity(values, 'leukocytes', '10*6/mL');
  const round = findQuantity(values, 'roundCells', '10*6/mL');
  if (white === null || round === null) return null;
  // '< 2' leukocytes may be fewer than one round cell, and one leukocyte fewer than '> 0.5' round cells.
  if (/[<≤]/.test(white.comparator ?? '') || /[>≥]/.test(round.comparator ?? '')) return null;
  if (compareDecimals(white.value, round.value) <= 0) return null;
  return {
    check: 'leukocytes',
    level: 'warning',
    message: `Los leucocitos (${writeQuantity(white)} ×10⁶/mL) son más que las células redondas (${writeQuantity(round)} ×10⁶/mL), y forman parte de ellas. ${REVISE}`,
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

function birth({ isBeforeBirth = false }: CheckedSet): ResultCheck | null {
  if (!isBeforeBirth) return null;
  const message = `La toma es anterior al nacimiento del paciente: revisa el año de las dos fechas. ${REVISE}`;
  return { check: 'birth', level: 'warning', message, analytes: [] };
}

/** Minutes. Source: WHO manual, 6th edition. */
const MAX_LIQUEFACTION = '60';

function liquefaction({ values }: CheckedSet): ResultCheck | null {
  const quantity = findQuantity(values, 'liquefaction', 'min');
  if (quantity === null || !isOver(quantity, MAX_LIQUEFACTION)) return null;
  return {
    check: 'liquefaction',
    level: 'warning',
    message: `La muestra tardó más de ${MAX_LIQUEFACTION} minutos en licuarse (${writeQuantity(quantity)}). Confírmalo en el reporte del laboratorio.`,
    analytes: ['liquefaction'],
  };
}

/** Compares the words about sperm in urine with the count in urine. */
function urine({ values }: CheckedSet): ResultCheck | null {
  const seen = values.find(({ analyte }) => analyte === 'spermInUrine')?.choice;
  if (seen == null) return null;
  const counts = ['urineSpermCount', 'urineSpermTotal'] as const;
  const isNone = seen === 'none';
  const differs = isNone
    ? counts.some((key) => isPositive(values, key))
    : values.some(({ analyte, value }) => counts.some((key) => key === analyte) && value === '0');
  if (!differs) return null;
  const message = isNone
    ? `Se indicó que no se observaron espermatozoides en orina, pero la cuenta no es cero. ${REVISE}`
    : `Se indicó que se observaron espermatozoides en orina, pero la cuenta es cero. ${REVISE}`;
  return { check: 'urine', level: 'warning', message, analytes: ['spermInUrine', ...counts] };
}

const WITHOUT_ORGANISM = /^(?:no|ning|sin|neg|aus|-)/i;

/** A culture without growth has no organism, colonies or antibiogram. */
function culture({ values }: CheckedSet): ResultCheck | null {
  if (!values.some(({ analyte, choice }) => analyte === 'growth' && choice === 'none')) return null;
  const hasOrganism = ({ analyte, text = null }: MeasuredValue) =>
    analyte === 'organism' && text !== null && !WITHOUT_ORGANISM.test(text.trim());
  const isGrown =
    isPositive(values, 'colonyCount') ||
    values.some((value) => value.analyte === 'antibiogram' || hasOrganism(value));
  if (!isGrown) return null;
  const message = `Se indicó que no hubo desarrollo, pero hay un microorganismo, colonias o un antibiograma. ${REVISE}`;
  return { check: 'culture', level: 'warning', message, analytes: ['growth'] };
}

function twin({ hasOverlappingSet = false }: CheckedSet): ResultCheck | null {
  if (!hasOverlappingSet) return null;
  const message = `Hay otros resultados de este estudio con la misma hora de toma: puede ser la misma muestra dos veces. ${REVISE}`;
  return { check: 'twin', level: 'warning', message, analytes: [] };
}

export const consistencyChecks = [
  vitality,
  shareOfNone,
  leukocytes,
  oneCount,
  received,
  birth,
  liquefaction,
  urine,
  culture,
  twin,
];
