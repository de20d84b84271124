import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { isUnitText, namesUnit } from '@simiente/contract/results/analytes/read-unit';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import { readValue, typeValue } from '@simiente/contract/results/fields';
import { readAmbiguousQuantity, readQuantity } from '@simiente/contract/results/quantity';
import {
  type DecimalMarks,
  findOtherRangeUnit,
  splitFlag,
  splitUnit,
  withoutThousands,
} from './decimal-marks.ts';
import { isOtherSpecimen, listUnits, namesDeletion } from './headings.ts';

interface Facts {
  readonly unit: string | null;
  readonly range: string | null;
  readonly marks: DecimalMarks;
}

/**
 * Separates the flag and the printed range of a result. After a bare number, 'L' and 'H' may be the unit of a volume or
 * time instead.
 */
export function splitSent(
  analyte: AnalyteKey | null,
  written: string,
  unit: string | null,
  range: string | undefined,
) {
  const { kind, units } =
    analyte === null ? { kind: 'number', units: unit ? [] : ['mL'] } : getAnalyte(analyte);
  const mayBeUnit = /^[\d.,<>≤≥= ]+[HL](?: ?[([].*)?$/.test(written);
  const isUnit = mayBeUnit && units.some((one) => /^(?:mL|min)$/.test(one));
  const isSplit = kind === 'number' && !isUnit;
  const { rest, flag, range: printed } = splitFlag(isSplit ? written : '', unit);
  return {
    number: isSplit ? rest : written,
    laboratoryFlag: flag,
    range: [...new Set([range, printed].filter(Boolean))].join('; ') || null,
  };
}

/** Signs that do not change a number: '+5.2', '= 5.2', '5.', but not '+2', which may be a degree. */
const PLAIN_SIGNS = /^(?:=|\+(?![1-4]$)) ?(?=[\d.,]+$)|(?<=^\d+)\.$/g;

function normalizeSent(number: string, unit: string | null, marks: DecimalMarks): string {
  // A count per mL has no decimals, so '14.500' may be 14500.
  const isCount = unit !== null && (namesUnit(unit, '/mL') || namesUnit(unit, 'UFC/mL'));
  const isDecimal = isCount && { commaIsDecimal: false, pointIsDecimal: false };
  return withoutThousands(number.replace(PLAIN_SIGNS, ''), { ...marks, ...isDecimal });
}

/** The power of ten of '1.5 x 10^6', but not of '1.234 x 10^6', where the point may separate thousands. */
const POWER = /(?<=\d)(?<![.,]\d{3}) ?[x×*] ?10(?:[\^*](?=\d)|(?=[³⁴-⁹]))(\S)$/i;
export const joinPower = (text: string, unit = '') =>
  /^(?:UFC)?\/mL$/.test(unit) ? text.replace(POWER, 'E$1').normalize('NFKC') : text;

const toProblem = (message: string) => ({ problem: { message } });

/**
 * A value outside of the catalogue: a number with its unit, or a text. An ambiguous '1,200' stays a number; '00123' is
 * a code.
 */
export function typeFree(name: string, cell: string, { unit, range, marks }: Facts) {
  const split = splitUnit(cell);
  const isSplit =
    split !== null &&
    (unit ? namesUnit(unit, split.unit) : isUnitText(split.unit) || !/\d/.test(split.unit));
  const quantity = isSplit ? split : { number: cell, unit };
  const value = normalizeSent(quantity.number, quantity.unit, marks);
  const isNumber = readQuantity(value) !== null || readAmbiguousQuantity(value) !== null;
  const isPlain = isNumber && !/^0\d/.test(value) && listUnits(name, null, [unit]).length < 2;
  return isPlain
    ? { name, range, value, unit: quantity.unit }
    : { name, range, text: unit && /\d/.test(cell) ? `${cell} ${unit}` : cell };
}

/**
 * The value of an analyte, or the reason why the text does not fit the analyte.
 * @param name the laboratory's name of the result; empty for a column, whose name was checked before
 */
export function readAnalyteValue(
  analyte: AnalyteKey,
  name: string,
  text: string,
  { unit: sentUnit, range, marks }: Facts,
): ReturnType<typeof readValue> | { readonly problem: { readonly message: string } } {
  const { kind, units: possible, rowName } = getAnalyte(analyte);
  if (namesDeletion(name, analyte)) {
    return toProblem('El nombre es de la deleción, y el analito es la región.');
  }
  const more = { range, ...(rowName !== undefined && { name }) };
  if (kind !== 'number') return readValue({ ...typeValue(analyte, text, sentUnit), ...more });
  const written = joinPower(text, listUnits(name, analyte, [sentUnit])[0]);
  // '14 millones/mL' contains its unit, unless another unit was sent.
  const quantity = splitUnit(written);
  const units = listUnits(name, analyte, [sentUnit, quantity?.unit]);
  const [unit = null] = units;
  if (isOtherSpecimen(analyte, `${sentUnit ?? ''} ${written}`, range ?? '')) {
    return toProblem('La unidad o el rango no es de una muestra de semen.');
  }
  const isSplit = quantity !== null && (!sentUnit || (unit && namesUnit(quantity.unit, unit)));
  const number = normalizeSent(isSplit ? quantity.number : written, unit, marks);
  const otherUnit = findOtherRangeUnit(number, unit ?? '', range ?? '');
  if (otherUnit !== null) units.push(otherUnit);
  if (units.length > 1) {
    return toProblem(`Se indican unidades distintas: ${units.map(unitLabel).join(' y ')}.`);
  }
  if (unit === null && possible.length > 1 && readQuantity(number) !== null) {
    return toProblem('El laboratorio no indicó la unidad.');
  }
  return readValue({ ...typeValue(analyte, number, unit), ...more });
}
