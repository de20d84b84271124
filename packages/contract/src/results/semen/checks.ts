import { getAnalyte, isAnalyteKey, quantityIn } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import {
  absolute,
  add,
  compareDecimals,
  type DecimalText,
  divide,
  multiply,
  subtract,
  wholeRoot,
} from '../decimal.ts';
import { implausible } from '../plausibility.ts';
import { findExact, findQuantity } from '../values.ts';
import {
  type CheckedSet,
  findPellet,
  isAspermia,
  isBetween,
  isNoneSeen,
  REVISE,
  type ResultCheck,
  share,
} from './check.ts';
import { consistencyChecks } from './consistency.ts';
import { computeIndex, computeTotal } from './derived.ts';

/** 1.96 squared, in ten-thousandths: two counts differ by chance alone by 1.96 times the root of their sum. */
const SQUARE_OF_1_96 = 38_416n;

/** The most by which two counts of `sum` spermatozoa together may differ: ⌊1.96·√sum⌋. */
export function largestDifference(sum: bigint): bigint {
  return wholeRoot((SQUARE_OF_1_96 * sum) / 10_000n);
}

/** Whether two counts of spermatozoa agree. */
export function countsAgree(one: bigint, other: bigint): boolean {
  const difference = one > other ? one - other : other - one;
  return difference <= largestDifference(one + other);
}

/** The sampling error of a count, in %, to one decimal: 100/√counted. Null for a count of zero. */
export function samplingError(counted: bigint): DecimalText | null {
  if (counted <= 0n) return null;
  // The root with eight decimals is exact to many more digits than are shown.
  const root = wholeRoot(counted * 10n ** 16n);
  return divide('10000000000', root.toString(), 1);
}

function motilitySum({ values }: CheckedSet): ResultCheck | null {
  if (isNoneSeen(values)) return null;
  const keys = ['progressiveMotility', 'nonProgressiveMotility', 'immotile'] as const;
  const [progressive, other, immotile] = keys.map((key) => share(values, key));
  if (progressive == null || other == null || immotile == null) return null;
  const sum = add(progressive, other, immotile);
  const terms = `PR ${progressive} + NP ${other} + IM ${immotile}`;
  // 99 to 101 for rounding.
  const fits = isBetween(sum, '99', '101');
  return {
    check: 'motilitySum',
    level: fits ? 'ok' : 'warning',
    message: fits
      ? `${terms} = ${sum} %.`
      : `${terms} suman ${sum} %; deben sumar 100 %. ${REVISE}`,
    analytes: keys,
  };
}

function progressiveSum({ values }: CheckedSet): ResultCheck | null {
  const keys = ['rapidMotility', 'slowMotility', 'progressiveMotility'] as const;
  const [rapid, slow, progressive] = keys.map((key) => share(values, key));
  if (rapid == null || slow == null || progressive == null) return null;
  const sum = add(rapid, slow);
  if (isBetween(subtract(sum, progressive), '-1', '1')) return null;
  const message = `a ${rapid} + b ${slow} suman ${sum} %, y la progresiva es ${progressive} %. ${REVISE}`;
  return { check: 'progressiveSum', level: 'warning', message, analytes: keys };
}

function totalMotilitySum({ values }: CheckedSet): ResultCheck | null {
  const keys = ['progressiveMotility', 'nonProgressiveMotility', 'totalMotility'] as const;
  const [progressive, other, total] = keys.map((key) => share(values, key));
  if (progressive == null || other == null || total == null) return null;
  const sum = add(progressive, other);
  if (isBetween(subtract(sum, total), '-1', '1')) return null;
  const message = `PR ${progressive} + NP ${other} suman ${sum} %, y la movilidad total es ${total} %. ${REVISE}`;
  return { check: 'totalMotilitySum', level: 'warning', message, analytes: keys };
}

/** Half of the last place that a number is printed with. */
function halfPlace(value: DecimalText, atLeast = 0): DecimalText {
  const point = value.indexOf('.');
  const places = Math.max(point < 0 ? 0 : value.length - point - 1, atLeast);
  return places === 0 ? '0.5' : `0.${'0'.repeat(places)}5`;
}

function total({ values }: CheckedSet): ResultCheck | null {
  const written = findExact(values, 'totalNumber', '10*6/{ejaculate}');
  const concentration = findExact(values, 'concentration', '10*6/mL');
  const volume = findExact(values, 'volume', 'mL');
  const product = computeTotal(values);
  if (written === null || product === null || concentration === null || volume === null) {
    return null;
  }
  // Maximum error from the printed rounding of the three; volumes have a decimal, also a zero.
  const rounding = add(
    halfPlace(written),
    multiply(concentration, halfPlace(volume, 1)),
    multiply(volume, halfPlace(concentration)),
  );
  if (compareDecimals(absolute(subtract(written, product)), rounding) <= 0) return null;
  return {
    check: 'total',
    level: 'warning',
    message: `El total escrito es ${written}; ${concentration} × ${volume} da ${product} millones. ${REVISE}`,
    analytes: ['concentration', 'volume', 'totalNumber'],
  };
}

const defectKeys = [
  'headDefects',
  'midpieceDefects',
  'tailDefects',
  'cytoplasmicDroplets',
] as const;

function defects({ values }: CheckedSet): ResultCheck | null {
  if (isNoneSeen(values)) return null;
  const normal = share(values, 'normalForms');
  if (normal === null) return null;
  const abnormal = subtract('100', normal);
  const found = defectKeys.flatMap((key) => {
    const value = share(values, key);
    return value === null ? [] : [{ key, value }];
  });
  const over = found.find(({ value }) => compareDecimals(value, add(abnormal, '1')) > 0);
  if (over !== undefined) {
    const message = `${getAnalyte(over.key).label}: ${over.value} %, y las formas anormales son ${abnormal} %. ${REVISE}`;
    return { check: 'defects', level: 'warning', message, analytes: ['normalForms', over.key] };
  }
  const sum = add(...found.map(({ value }) => value));
  const isWhole = found.length === defectKeys.length;
  if (!isWhole || compareDecimals(sum, subtract(abnormal, '1')) >= 0) return null;
  const message = `Los defectos suman ${sum} %, menos que las formas anormales, ${abnormal} %. ${REVISE}`;
  return { check: 'defects', level: 'warning', message, analytes: ['normalForms', ...defectKeys] };
}

function index({ values }: CheckedSet): ResultCheck | null {
  const written = findExact(values, 'teratozoospermiaIndex', '1');
  const computed = computeIndex(values);
  if (written === null || computed === null) return null;
  const rounding = add(halfPlace(written), '0.005');
  if (compareDecimals(absolute(subtract(written, computed)), rounding) <= 0) return null;
  const message = `El índice escrito es ${written}; según los defectos y las formas anormales es ${computed}. ${REVISE}`;
  return { check: 'index', level: 'warning', message, analytes: ['teratozoospermiaIndex'] };
}

function noneSeen({ values }: CheckedSet): ResultCheck | null {
  if (!isNoneSeen(values) || isAspermia(values)) return null;
  const about = { check: 'noneSeen', analytes: ['concentration', 'pellet'] } as const;
  const pellet = findPellet(values);
  if (pellet === 'seen') {
    const message =
      'En fresco no se observaron espermatozoides y en el sedimento centrifugado sí: es criptozoospermia, no azoospermia.';
    return { ...about, level: 'ok', message };
  }
  if (pellet !== null) return null;
  const message =
    'No se observaron espermatozoides. Indica qué mostró el sedimento centrifugado; sin él no se puede hablar de azoospermia.';
  return { ...about, level: 'warning', message };
}

function counts({ values }: CheckedSet): ResultCheck | null {
  const [first, second] = [
    findExact(values, 'firstCount', '1'),
    findExact(values, 'secondCount', '1'),
  ];
  if (first === null || second === null) return null;
  if (first.includes('.') || second.includes('.')) return null;
  const [one, other] = [BigInt(first), BigInt(second)];
  const counted = one + other;
  const about = { check: 'counts', analytes: ['firstCount', 'secondCount'] } as const;
  if (countsAgree(one, other)) {
    const error = samplingError(counted);
    if (error === null) return null;
    const message = `Las dos cuentas concuerdan; con ${counted} espermatozoides contados, el error de muestreo es ${error} %.`;
    return { ...about, level: 'ok', message };
  }
  const message = `Las dos cuentas difieren en ${absolute(subtract(first, second))}; entre ${counted} espermatozoides la diferencia máxima es ${largestDifference(counted)}. Cuenta de nuevo.`;
  return { ...about, level: 'warning', message };
}

/** Minutes from collection to analysis. Source: clinical.md, section 1. */
const LATEST_ANALYSIS = 60;
const MINUTE = 60_000;
const motilities = [
  'progressiveMotility',
  'nonProgressiveMotility',
  'immotile',
  'totalMotility',
] as const;

function lateAnalysis({ values, collectedAt, analyzedAt }: CheckedSet): ResultCheck | null {
  if (collectedAt === null || analyzedAt === null) return null;
  const minutes = Math.floor((Date.parse(analyzedAt) - Date.parse(collectedAt)) / MINUTE);
  if (minutes < 0) {
    const message = `La hora del análisis es anterior a la de la toma. ${REVISE}`;
    return { check: 'lateAnalysis', level: 'warning', message, analytes: [] };
  }
  const isSemen = motilities.some((key) => share(values, key) !== null);
  if (!isSemen || minutes <= LATEST_ANALYSIS) return null;
  const message = `Se analizó ${minutes} minutos después de la toma; la movilidad se lee en los primeros ${LATEST_ANALYSIS}.`;
  return { check: 'lateAnalysis', level: 'warning', message, analytes: [] };
}

/** Days. Source: clinical.md, section 1. */
const SHORTEST_ABSTINENCE = '2';
const LONGEST_ABSTINENCE = '7';

function abstinence({ abstinenceDays }: CheckedSet): ResultCheck | null {
  if (abstinenceDays === null) return null;
  if (isBetween(abstinenceDays, SHORTEST_ABSTINENCE, LONGEST_ABSTINENCE)) return null;
  const message = `Abstinencia de ${abstinenceDays} ${abstinenceDays === '1' ? 'día' : 'días'}; lo indicado es de ${SHORTEST_ABSTINENCE} a ${LONGEST_ABSTINENCE}.`;
  return { check: 'abstinence', level: 'warning', message, analytes: [] };
}

const FAR = '100';

/** A value a hundred times away from every other of the same patient: a slip of the point, or of the unit. */
function farValues({ values, others }: CheckedSet): ResultCheck[] {
  if (others === undefined) return [];
  return values.flatMap((typed) => {
    const key = typed.analyte;
    if (key === null || !isAnalyteKey(key) || typed.value === null || typed.unit === null) {
      return [];
    }
    if (compareDecimals(typed.value, '0') <= 0) return [];
    const unit = typed.unit as UnitName;
    const value = findQuantity([typed], key, unit)?.value;
    if (value === undefined) return [];
    const isFar = (other: DecimalText) =>
      compareDecimals(value, multiply(other, FAR)) >= 0 ||
      compareDecimals(other, multiply(value, FAR)) >= 0;
    const same: DecimalText[] = [];
    for (const one of others.get(key) ?? []) {
      const { comparator, value, unit: from } = one;
      if (value === null || from === null || values.includes(one)) continue;
      if (compareDecimals(value, '0') <= 0) continue;
      const other = quantityIn(key, { comparator, value }, from as UnitName, unit)?.value;
      if (other === undefined) continue;
      // One near it is enough: of many results the first one mostly is.
      if (!isFar(other)) return [];
      same.push(other);
    }
    if (same.length === 0) return [];
    const message = `${getAnalyte(key).label} ${typed.value} está muy lejos de sus otros resultados (${same.slice(0, 3).join(', ')}). Escríbelo otra vez.`;
    return [{ check: 'farValue', level: 'again', message, analytes: [key] }];
  });
}

/** Values outside the bounds of their analyte. */
function implausibleValues({ values }: CheckedSet): ResultCheck[] {
  return values.flatMap((value) => {
    const why = implausible(value);
    const { analyte } = value;
    if (why === null || analyte === null || !isAnalyteKey(analyte)) return [];
    const message = `${why} Escríbelo otra vez.`;
    return [{ check: 'implausible', level: 'again', message, analytes: [analyte] }];
  });
}

const checks = [
  motilitySum,
  progressiveSum,
  totalMotilitySum,
  total,
  defects,
  index,
  noneSeen,
  counts,
  lateAnalysis,
  abstinence,
  ...consistencyChecks,
];

/** The messages of all checks that apply, in the order of typing. */
export function checkResults(set: CheckedSet): ResultCheck[] {
  return [
    ...checks.flatMap((check) => check(set) ?? []),
    ...farValues(set),
    ...implausibleValues(set),
  ];
}
