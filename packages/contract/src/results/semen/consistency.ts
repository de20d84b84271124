import { getAnalyte } from '../analytes/catalogue.ts';
import { add, compareDecimals, type DecimalText, subtract } from '../decimal.ts';
import { isOver, writeQuantity } from '../quantity.ts';
import { findExact, findQuantity, type MeasuredValue } from '../values.ts';
import {
  defineCheck,
  findPellet,
  findProgressive,
  hasNoSperm,
  isAspermia,
  isPositive,
  livingShares,
  REVISE,
} from './check.ts';

/** Spermatozoa that a laboratory counts for a percentage. Source: WHO manual, 6th edition. */
const COUNTED = 200;

/** Percentage points by which two shares of `COUNTED` spermatozoa may differ by chance: 1.96·√(2·p·q/n). */
function countingError(one: DecimalText, other: DecimalText): string {
  const mean = (Number(one) + Number(other)) / 2;
  return String(Math.ceil(1.96 * Math.sqrt((2 * mean * (100 - mean)) / COUNTED)));
}

/** Minutes. Source: WHO manual, 6th edition. */
const MAX_LIQUEFACTION = '60';
const WITHOUT_ORGANISM = /^(?:no|ning|sin|neg|aus|-)/i;

export const consistencyChecks = [
  // Dead sperm do not move, so there are at most as many as immotile ones.
  defineCheck('vitality', ['vitality', 'immotile', 'totalMotility'], ({ values }) => {
    const alive = findExact(values, 'vitality');
    const motile = findExact(values, 'totalMotility') ?? findProgressive(values);
    const immotile = findExact(values, 'immotile') ?? (motile && subtract('100', motile));
    if (alive === null || immotile === null || hasNoSperm(values)) return null;
    if (immotile.startsWith('-') || compareDecimals(alive, '100') > 0) return null;
    const dead = subtract('100', alive);
    const error = countingError(dead, immotile);
    if (compareDecimals(dead, add(immotile, error)) <= 0) return null;
    return `Con vitalidad de ${alive} % hay ${dead} % de muertos, más que los inmóviles (${immotile} %) aun con el error de conteo de ${error} puntos. ${REVISE}`;
  }),

  defineCheck('shareOfNone', livingShares, ({ values }) => {
    const analytes = livingShares.filter((key) => isPositive(values, key));
    const isEmpty = hasNoSperm(values) || isAspermia(values);
    // If a sample has spermatozoa only in its pellet, its shares describe the pellet.
    if (!isEmpty || analytes.length === 0 || findPellet(values) === 'seen') return null;
    const names = new Intl.ListFormat('es').format(analytes.map((key) => getAnalyte(key).label));
    const message = `Se indicó que no hay espermatozoides, y no son cero: ${names}. ${REVISE}`;
    return { message, analytes };
  }),

  // Leukocytes are round cells, so there are at most as many.
  defineCheck('leukocytes', ['leukocytes', 'roundCells'], ({ values }) => {
    const white = findQuantity(values, 'leukocytes');
    const round = findQuantity(values, 'roundCells');
    if (white === null || round === null) return null;
    // '< 2' leukocytes may be fewer than one round cell, and one leukocyte fewer than '> 0.5' round cells.
    if (/[<≤]/.test(white.comparator ?? '') || /[>≥]/.test(round.comparator ?? '')) return null;
    if (compareDecimals(white.value, round.value) <= 0) return null;
    return `Los leucocitos (${writeQuantity(white)} ×10⁶/mL) son más que las células redondas (${writeQuantity(round)} ×10⁶/mL), y forman parte de ellas. ${REVISE}`;
  }),

  defineCheck('oneCount', [], ({ values }) => {
    const keys = ['firstCount', 'secondCount'] as const;
    const analytes = keys.filter((key) => findExact(values, key) === null);
    const message = 'Falta una de las dos cuentas; con una sola no se sabe si concuerdan.';
    return analytes.length === 1 ? { message, analytes } : null;
  }),

  defineCheck('received', [], ({ collectedAt, receivedAt = null, analyzedAt }) => {
    if (receivedAt === null) return null;
    const at = Date.parse(receivedAt);
    if (collectedAt !== null && at < Date.parse(collectedAt)) {
      return `La hora de recepción es anterior a la de la toma. ${REVISE}`;
    }
    return analyzedAt !== null && at > Date.parse(analyzedAt)
      ? `La hora de recepción es posterior a la del análisis. ${REVISE}`
      : null;
  }),

  defineCheck('birth', [], ({ isBeforeBirth = false }) =>
    isBeforeBirth
      ? `La toma es anterior al nacimiento del paciente: revisa el año de las dos fechas. ${REVISE}`
      : null,
  ),

  defineCheck('liquefaction', ['liquefaction'], ({ values }) => {
    const quantity = findQuantity(values, 'liquefaction');
    return quantity !== null && isOver(quantity, MAX_LIQUEFACTION)
      ? `La muestra tardó más de ${MAX_LIQUEFACTION} minutos en licuarse (${writeQuantity(quantity)}). Confírmalo en el reporte del laboratorio.`
      : null;
  }),

  // Compares the words about sperm in urine with the count in urine.
  defineCheck('urine', ['spermInUrine', 'urineSpermCount', 'urineSpermTotal'], ({ values }) => {
    const seen = values.find(({ analyte }) => analyte === 'spermInUrine')?.choice;
    const counts = ['urineSpermCount', 'urineSpermTotal'] as const;
    if (seen === 'none' && counts.some((key) => isPositive(values, key))) {
      return `Se indicó que no se observaron espermatozoides en orina, pero la cuenta no es cero. ${REVISE}`;
    }
    const hasZero = values.some(
      ({ analyte, value }) => value === '0' && counts.some((key) => key === analyte),
    );
    return seen != null && seen !== 'none' && hasZero
      ? `Se indicó que se observaron espermatozoides en orina, pero la cuenta es cero. ${REVISE}`
      : null;
  }),

  // A culture without growth has no organism, colonies or antibiogram.
  defineCheck('culture', ['growth'], ({ values }) => {
    const hasOrganism = ({ analyte, text = null }: MeasuredValue) =>
      analyte === 'organism' && text !== null && !WITHOUT_ORGANISM.test(text.trim());
    const isGrown =
      isPositive(values, 'colonyCount') ||
      values.some((value) => value.analyte === 'antibiogram' || hasOrganism(value));
    return isGrown &&
      values.some(({ analyte, choice }) => analyte === 'growth' && choice === 'none')
      ? `Se indicó que no hubo desarrollo, pero hay un microorganismo, colonias o un antibiograma. ${REVISE}`
      : null;
  }),

  defineCheck('twin', [], ({ hasOverlappingSet = false }) =>
    hasOverlappingSet
      ? `Hay otros resultados de este estudio con la misma hora de toma: puede ser la misma muestra dos veces. ${REVISE}`
      : null,
  ),
];
