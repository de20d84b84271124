import { type AnalyteKey, getAnalyte, isAnalyteKey } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import {
  absolute,
  add,
  compareDecimals,
  type DecimalText,
  multiply,
  subtract,
} from '../decimal.ts';
import { findImplausibility } from '../plausibility.ts';
import { findExact, findQuantity } from '../values.ts';
import {
  type CheckedSet,
  type CheckKey,
  defectKeys,
  defineCheck,
  findAll,
  findPellet,
  hasNoSperm,
  isAspermia,
  isCounted,
  REVISE,
  type ResultCheck,
} from './check.ts';
import { consistencyChecks } from './consistency.ts';
import { computeTeratozoospermiaIndex } from './derived.ts';

/**
 * The difference that two counts of `sum` spermatozoa together may have by chance: ⌊1.96·√sum⌋. In the
 * formula below, the root of a perfect square is exact, so that an integer limit is not rounded down to the next one.
 */
export const largestDifference = (sum: number) => Math.floor(Math.sqrt(196 ** 2 * sum) / 100);

/** The sampling error of a count, in %, to one decimal: 100/√counted. */
export const samplingError = (counted: number) => Number((100 / Math.sqrt(counted)).toFixed(1));

/** Shares that add up to another share, or to 100. */
const motilitySums = [
  { check: 'motilitySum', parts: ['progressiveMotility', 'nonProgressiveMotility', 'immotile'] },
  { check: 'motilityWhole', parts: ['totalMotility', 'immotile'] },
  {
    check: 'progressiveSum',
    parts: ['rapidMotility', 'slowMotility'],
    whole: 'progressiveMotility',
  },
  {
    check: 'totalMotilitySum',
    parts: ['progressiveMotility', 'nonProgressiveMotility'],
    whole: 'totalMotility',
  },
] as const satisfies readonly {
  check: CheckKey;
  parts: readonly AnalyteKey[];
  whole?: keyof typeof wholeNames;
}[];

/** Percentage points by which printed shares are off through rounding. */
const ROUNDING = '1';
/** Names of shares that include other shares. */
const wholeNames = {
  progressiveMotility: 'la progresiva',
  totalMotility: 'la movilidad total',
} as const;
const nameShare = (key: AnalyteKey) => getAnalyte(key).short ?? getAnalyte(key).label;

const motility = motilitySums.map(({ check, parts, ...sumOf }) => {
  const whole = 'whole' in sumOf ? sumOf.whole : undefined;
  const analytes = whole === undefined ? parts : [...parts, whole];
  return defineCheck(check, analytes, ({ values }) => {
    const shares = parts.flatMap((key) => {
      const [share] = findAll(values, [key]) ?? [];
      return share === undefined ? [] : [{ key, share }];
    });
    const expected = whole === undefined ? '100' : findExact(values, whole);
    if (shares.length < 2 || expected === null) return null;
    if (whole === undefined && hasNoSperm(values)) return null;
    const sum = add(...shares.map(({ share }) => share));
    const terms = shares.map(({ key, share }) => `${nameShare(key)} ${share}`).join(' + ');
    const isComplete = shares.length === parts.length;
    const difference = subtract(sum, expected);
    if (compareDecimals(isComplete ? absolute(difference) : difference, ROUNDING) <= 0) {
      const isShown = check === 'motilitySum' && isComplete;
      return isShown ? { level: 'ok', message: `${terms} = ${sum} %.` } : null;
    }
    const end =
      whole === undefined ? '; deben sumar 100 %' : `, y ${wholeNames[whole]} es ${expected} %`;
    return `${terms} suman ${sum} %${end}. ${REVISE}`;
  });
});

/** Pairs of a share and another share that includes it. */
const includedShares = [
  ['rapidMotility', 'progressiveMotility'],
  ['slowMotility', 'progressiveMotility'],
  ['progressiveMotility', 'totalMotility'],
  ['nonProgressiveMotility', 'totalMotility'],
] as const;

const partOverWhole = includedShares.map(([part, whole]) =>
  defineCheck('progressiveOverTotal', [part, whole], ({ values }) => {
    const [partShare, wholeShare] = [findExact(values, part), findExact(values, whole)];
    if (partShare === null || wholeShare === null) return null;
    if (compareDecimals(partShare, add(wholeShare, ROUNDING)) <= 0) return null;
    return `${nameShare(part)} ${partShare} % es más que ${wholeNames[whole]}, ${wholeShare} %. ${REVISE}`;
  }),
);

/** The largest error from rounding a number to its decimals: half a unit of the last one. */
function roundingError(value: DecimalText, minPlaces = 0): DecimalText {
  const point = value.indexOf('.');
  const places = Math.max(point < 0 ? 0 : value.length - point - 1, minPlaces);
  return places === 0 ? '0.5' : `0.${'0'.repeat(places)}5`;
}

const total = defineCheck('total', ['concentration', 'volume', 'totalNumber'], ({ values }) => {
  const numbers = findAll(values, ['totalNumber', 'concentration', 'volume']);
  if (numbers === null) return null;
  const [written, concentration, volume] = numbers;
  const product = multiply(concentration, volume);
  // Volumes are printed with a decimal, even if it is zero.
  const rounding = add(
    roundingError(written),
    multiply(concentration, roundingError(volume, 1)),
    multiply(volume, roundingError(concentration)),
  );
  if (compareDecimals(absolute(subtract(written, product)), rounding) <= 0) return null;
  return `El total escrito es ${written}; ${concentration} × ${volume} da ${product} millones. ${REVISE}`;
});

const defects = defineCheck('defects', ['normalForms', ...defectKeys], ({ values }) => {
  const normal = findExact(values, 'normalForms');
  if (normal === null || hasNoSperm(values)) return null;
  const abnormal = subtract('100', normal);
  const shares = defectKeys.flatMap((key) => {
    const share = findExact(values, key);
    return share === null ? [] : [{ key, share }];
  });
  const over = shares.find(({ share }) => compareDecimals(share, add(abnormal, '1')) > 0);
  if (over !== undefined) {
    const message = `${getAnalyte(over.key).label}: ${over.share} %, y las formas anormales son ${abnormal} %. ${REVISE}`;
    return { message, analytes: ['normalForms', over.key] };
  }
  const sum = add(...shares.map(({ share }) => share));
  const isComplete = shares.length === defectKeys.length;
  if (!isComplete || compareDecimals(sum, subtract(abnormal, '1')) >= 0) return null;
  return `Los defectos suman ${sum} %, menos que las formas anormales, ${abnormal} %. ${REVISE}`;
});

const index = defineCheck('index', ['teratozoospermiaIndex'], ({ values }) => {
  const written = findExact(values, 'teratozoospermiaIndex');
  const computed = computeTeratozoospermiaIndex(values);
  if (written === null || computed === null) return null;
  const rounding = add(roundingError(written), '0.005');
  if (compareDecimals(absolute(subtract(written, computed)), rounding) <= 0) return null;
  return `El índice escrito es ${written}; según los defectos y las formas anormales es ${computed}. ${REVISE}`;
});

const noneSeen = defineCheck('noneSeen', ['concentration', 'pellet'], ({ values }) => {
  const pellet = findPellet(values);
  if (isCounted(values) && (pellet === 'none' || isAspermia(values))) {
    const where = pellet === 'none' ? 'en el sedimento se indicó que no hay' : 'el volumen es 0';
    return `Se contaron espermatozoides, y ${where}. ${REVISE}`;
  }
  if (!hasNoSperm(values) || isAspermia(values)) return null;
  if (pellet === 'seen') {
    const message =
      'En fresco no se observaron espermatozoides y en el sedimento centrifugado sí: es criptozoospermia, no azoospermia.';
    return { level: 'ok', message };
  }
  return pellet === null
    ? 'No se observaron espermatozoides. Indica qué mostró el sedimento centrifugado; sin él no se puede hablar de azoospermia.'
    : null;
});

const counts = defineCheck('counts', ['firstCount', 'secondCount'], ({ values }) => {
  const [first = 0, second = 0] = findAll(values, ['firstCount', 'secondCount'])?.map(Number) ?? [];
  const counted = first + second;
  if (counted === 0 || !Number.isInteger(first) || !Number.isInteger(second)) return null;
  const difference = Math.abs(first - second);
  if (difference <= largestDifference(counted)) {
    const message = `Las dos cuentas concuerdan; con ${counted} espermatozoides contados, el error de muestreo es ${samplingError(counted)} %.`;
    return { level: 'ok', message };
  }
  return `Las dos cuentas difieren en ${difference}; entre ${counted} espermatozoides la diferencia máxima es ${largestDifference(counted)}. Cuenta de nuevo.`;
});

/** Minutes from collection to analysis. Source: WHO manual, 6th edition. */
const MAX_ANALYSIS_DELAY = 60;
const MINUTE = 60_000;
const motilities = [
  'progressiveMotility',
  'nonProgressiveMotility',
  'immotile',
  'totalMotility',
] as const;

const lateAnalysis = defineCheck('lateAnalysis', [], ({ values, collectedAt, analyzedAt }) => {
  if (collectedAt === null || analyzedAt === null) return null;
  const minutes = Math.floor((Date.parse(analyzedAt) - Date.parse(collectedAt)) / MINUTE);
  if (minutes < 0) return `La hora del análisis es anterior a la de la toma. ${REVISE}`;
  const isSemen = motilities.some((key) => findExact(values, key) !== null);
  if (!isSemen || minutes <= MAX_ANALYSIS_DELAY) return null;
  return `Se analizó ${minutes} minutos después de la toma; la movilidad se lee en los primeros ${MAX_ANALYSIS_DELAY}.`;
});

/** Days. Source: WHO manual, 6th edition. */
const MIN_ABSTINENCE = '2';
const MAX_ABSTINENCE = '7';

const abstinence = defineCheck('abstinence', [], ({ abstinenceDays }) => {
  if (abstinenceDays === null) return null;
  const isShort = compareDecimals(abstinenceDays, MIN_ABSTINENCE) < 0;
  if (!isShort && compareDecimals(abstinenceDays, MAX_ABSTINENCE) <= 0) return null;
  return `Abstinencia de ${abstinenceDays} ${abstinenceDays === '1' ? 'día' : 'días'}; lo indicado es de ${MIN_ABSTINENCE} a ${MAX_ABSTINENCE}.`;
});

const FAR = '100';

/** Finds values 100 times above or below all others of the patient: probably a wrong decimal point or unit. */
function farValues({ values, others }: CheckedSet): ResultCheck[] {
  if (others === undefined) return [];
  return values.flatMap((typed) => {
    const key = typed.analyte;
    if (key === null || !isAnalyteKey(key) || typed.value === null || typed.unit === null) {
      return [];
    }
    const unit = typed.unit as UnitName;
    const value = findQuantity([typed], key, unit)?.value;
    if (value === undefined || compareDecimals(value, '0') <= 0) return [];
    const isFar = (other: DecimalText) =>
      compareDecimals(value, multiply(other, FAR)) >= 0 ||
      compareDecimals(other, multiply(value, FAR)) >= 0;
    const otherValues = (others.get(key) ?? []).flatMap((other) => {
      const converted = values.includes(other)
        ? undefined
        : findQuantity([other], key, unit)?.value;
      return converted === undefined || compareDecimals(converted, '0') <= 0 ? [] : [converted];
    });
    if (otherValues.length === 0 || !otherValues.every(isFar)) return [];
    const message = `${getAnalyte(key).label} ${typed.value} está muy lejos de sus otros resultados (${otherValues.slice(0, 3).join(', ')}). Escríbelo otra vez.`;
    return [{ check: 'farValue', level: 'again', message, analytes: [key] }];
  });
}

function implausibleValues({ values }: CheckedSet): ResultCheck[] {
  return values.flatMap((value) => {
    const reason = findImplausibility(value);
    const { analyte } = value;
    if (reason === null || analyte === null || !isAnalyteKey(analyte)) return [];
    const message = `${reason} Escríbelo otra vez.`;
    return [{ check: 'implausible', level: 'again', message, analytes: [analyte] }];
  });
}

const checks = [
  ...motility,
  ...partOverWhole,
  total,
  defects,
  index,
  noneSeen,
  counts,
  lateAnalysis,
  abstinence,
  ...consistencyChecks,
  farValues,
  implausibleValues,
];

export const checkResults = (set: CheckedSet): ResultCheck[] =>
  checks.flatMap((check) => check(set));
