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
  findPellet,
  findShare,
  hasNoSperm,
  isAspermia,
  isCounted,
  REVISE,
  type ResultCheck,
} from './check.ts';
import { consistencyChecks } from './consistency.ts';
import { computeTeratozoospermiaIndex, findProgressive } from './derived.ts';

/**
 * The difference that two counts of `sum` spermatozoa together may have by chance: ⌊1.96·√sum⌋. In the
 * formula below, the root of a perfect square is exact, so that an integer limit is not rounded down to the next one.
 */
export const largestDifference = (sum: number) => Math.floor(Math.sqrt(196 ** 2 * sum) / 100);

/** The sampling error of a count, in %, to one decimal: 100/√counted. */
export const samplingError = (counted: number) => Number((100 / Math.sqrt(counted)).toFixed(1));

type Motility = Extract<AnalyteKey, `${string}otility` | 'immotile'>;

/** Shares that add up to another share, or to 100. */
const motilitySums: readonly {
  readonly check: CheckKey;
  readonly parts: readonly Motility[];
  readonly whole?: keyof typeof wholeNames;
}[] = [
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
];

/** Percentage points by which printed shares are off through rounding. */
const ROUNDING = '1';
/** Names of shares that include other shares. */
const wholeNames = {
  progressiveMotility: 'la progresiva',
  totalMotility: 'la movilidad total',
} as const;
const nameShare = (key: AnalyteKey) => getAnalyte(key).short ?? getAnalyte(key).label;

function motility({ values }: CheckedSet): ResultCheck[] {
  const getShare = (key: AnalyteKey) =>
    key === 'progressiveMotility' ? findProgressive(values) : findShare(values, key);
  return motilitySums.flatMap(({ check, parts, whole }): ResultCheck[] => {
    const shares = parts.flatMap((key) => {
      const share = getShare(key);
      return share === null ? [] : [{ key, share }];
    });
    const expected = whole === undefined ? '100' : findShare(values, whole);
    if (shares.length < 2 || expected === null) return [];
    if (whole === undefined && hasNoSperm(values)) return [];
    const sum = add(...shares.map(({ share }) => share));
    const terms = shares.map(({ key, share }) => `${nameShare(key)} ${share}`).join(' + ');
    const analytes = whole === undefined ? parts : [...parts, whole];
    const isComplete = shares.length === parts.length;
    const difference = subtract(sum, expected);
    if (compareDecimals(isComplete ? absolute(difference) : difference, ROUNDING) <= 0) {
      const message = `${terms} = ${sum} %.`;
      return check === 'motilitySum' && isComplete
        ? [{ check, level: 'ok', message, analytes }]
        : [];
    }
    const end =
      whole === undefined ? '; deben sumar 100 %' : `, y ${wholeNames[whole]} es ${expected} %`;
    const message = `${terms} suman ${sum} %${end}. ${REVISE}`;
    return [{ check, level: 'warning', message, analytes }];
  });
}

/** Pairs of a share and another share that includes it. */
const includedShares = [
  ['rapidMotility', 'progressiveMotility'],
  ['slowMotility', 'progressiveMotility'],
  ['progressiveMotility', 'totalMotility'],
  ['nonProgressiveMotility', 'totalMotility'],
] as const;

function partOverWhole({ values }: CheckedSet): ResultCheck[] {
  return includedShares.flatMap(([part, whole]): ResultCheck[] => {
    const [partShare, wholeShare] = [findShare(values, part), findShare(values, whole)];
    if (partShare === null || wholeShare === null) return [];
    if (compareDecimals(partShare, add(wholeShare, ROUNDING)) <= 0) return [];
    const message = `${nameShare(part)} ${partShare} % es más que ${wholeNames[whole]}, ${wholeShare} %. ${REVISE}`;
    return [{ check: 'progressiveOverTotal', level: 'warning', message, analytes: [part, whole] }];
  });
}

/** The largest error from rounding a number to its decimals: half a unit of the last one. */
function roundingError(value: DecimalText, minPlaces = 0): DecimalText {
  const point = value.indexOf('.');
  const places = Math.max(point < 0 ? 0 : value.length - point - 1, minPlaces);
  return places === 0 ? '0.5' : `0.${'0'.repeat(places)}5`;
}

function total({ values }: CheckedSet): ResultCheck | null {
  const written = findExact(values, 'totalNumber', '10*6/{ejaculate}');
  const concentration = findExact(values, 'concentration', '10*6/mL');
  const volume = findExact(values, 'volume', 'mL');
  if (written === null || concentration === null || volume === null) return null;
  const product = multiply(concentration, volume);
  // Volumes are printed with a decimal, even if it is zero.
  const rounding = add(
    roundingError(written),
    multiply(concentration, roundingError(volume, 1)),
    multiply(volume, roundingError(concentration)),
  );
  if (compareDecimals(absolute(subtract(written, product)), rounding) <= 0) return null;
  return {
    check: 'total',
    level: 'warning',
    message: `El total escrito es ${written}; ${concentration} × ${volume} da ${product} millones. ${REVISE}`,
    analytes: ['concentration', 'volume', 'totalNumber'],
  };
}

function defects({ values }: CheckedSet): ResultCheck | null {
  if (hasNoSperm(values)) return null;
  const normal = findShare(values, 'normalForms');
  if (normal === null) return null;
  const abnormal = subtract('100', normal);
  const defectShares = defectKeys.flatMap((key) => {
    const value = findShare(values, key);
    return value === null ? [] : [{ key, value }];
  });
  const over = defectShares.find(({ value }) => compareDecimals(value, add(abnormal, '1')) > 0);
  if (over !== undefined) {
    const message = `${getAnalyte(over.key).label}: ${over.value} %, y las formas anormales son ${abnormal} %. ${REVISE}`;
    return { check: 'defects', level: 'warning', message, analytes: ['normalForms', over.key] };
  }
  const sum = add(...defectShares.map(({ value }) => value));
  const isComplete = defectShares.length === defectKeys.length;
  if (!isComplete || compareDecimals(sum, subtract(abnormal, '1')) >= 0) return null;
  const message = `Los defectos suman ${sum} %, menos que las formas anormales, ${abnormal} %. ${REVISE}`;
  return { check: 'defects', level: 'warning', message, analytes: ['normalForms', ...defectKeys] };
}

function index({ values }: CheckedSet): ResultCheck | null {
  const written = findExact(values, 'teratozoospermiaIndex', '1');
  const computed = computeTeratozoospermiaIndex(values);
  if (written === null || computed === null) return null;
  const rounding = add(roundingError(written), '0.005');
  if (compareDecimals(absolute(subtract(written, computed)), rounding) <= 0) return null;
  const message = `El índice escrito es ${written}; según los defectos y las formas anormales es ${computed}. ${REVISE}`;
  return { check: 'index', level: 'warning', message, analytes: ['teratozoospermiaIndex'] };
}

function noneSeen({ values }: CheckedSet): ResultCheck | null {
  const pellet = findPellet(values);
  const warning = {
    check: 'noneSeen',
    level: 'warning',
    analytes: ['concentration', 'pellet'],
  } as const;
  if (isCounted(values) && (pellet === 'none' || isAspermia(values))) {
    const where = pellet === 'none' ? 'en el sedimento se indicó que no hay' : 'el volumen es 0';
    return { ...warning, message: `Se contaron espermatozoides, y ${where}. ${REVISE}` };
  }
  if (!hasNoSperm(values) || isAspermia(values)) return null;
  if (pellet === 'seen') {
    const message =
      'En fresco no se observaron espermatozoides y en el sedimento centrifugado sí: es criptozoospermia, no azoospermia.';
    return { ...warning, level: 'ok', message };
  }
  if (pellet !== null) return null;
  const message =
    'No se observaron espermatozoides. Indica qué mostró el sedimento centrifugado; sin él no se puede hablar de azoospermia.';
  return { ...warning, message };
}

function counts({ values }: CheckedSet): ResultCheck | null {
  const first = findExact(values, 'firstCount', '1');
  const second = findExact(values, 'secondCount', '1');
  if (first === null || second === null) return null;
  if (first.includes('.') || second.includes('.')) return null;
  const counted = Number(first) + Number(second);
  if (counted === 0) return null;
  const common = { check: 'counts', analytes: ['firstCount', 'secondCount'] } as const;
  const difference = Math.abs(Number(first) - Number(second));
  if (difference <= largestDifference(counted)) {
    const message = `Las dos cuentas concuerdan; con ${counted} espermatozoides contados, el error de muestreo es ${samplingError(counted)} %.`;
    return { ...common, level: 'ok', message };
  }
  const message = `Las dos cuentas difieren en ${difference}; entre ${counted} espermatozoides la diferencia máxima es ${largestDifference(counted)}. Cuenta de nuevo.`;
  return { ...common, level: 'warning', message };
}

/** Minutes from collection to analysis. Source: WHO manual, 6th edition. */
const MAX_ANALYSIS_DELAY = 60;
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
  const isSemen = motilities.some((key) => findShare(values, key) !== null);
  if (!isSemen || minutes <= MAX_ANALYSIS_DELAY) return null;
  const message = `Se analizó ${minutes} minutos después de la toma; la movilidad se lee en los primeros ${MAX_ANALYSIS_DELAY}.`;
  return { check: 'lateAnalysis', level: 'warning', message, analytes: [] };
}

/** Days. Source: WHO manual, 6th edition. */
const MIN_ABSTINENCE = '2';
const MAX_ABSTINENCE = '7';

function abstinence({ abstinenceDays }: CheckedSet): ResultCheck | null {
  if (abstinenceDays === null) return null;
  const isShort = compareDecimals(abstinenceDays, MIN_ABSTINENCE) < 0;
  if (!isShort && compareDecimals(abstinenceDays, MAX_ABSTINENCE) <= 0) return null;
  const message = `Abstinencia de ${abstinenceDays} ${abstinenceDays === '1' ? 'día' : 'días'}; lo indicado es de ${MIN_ABSTINENCE} a ${MAX_ABSTINENCE}.`;
  return { check: 'abstinence', level: 'warning', message, analytes: [] };
}

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
  motility,
  partOverWhole,
  total,
  defects,
  index,
  noneSeen,
  counts,
  lateAnalysis,
  abstinence,
  ...consistencyChecks,
];

export function checkResults(set: CheckedSet): ResultCheck[] {
  return [
    ...checks.flatMap((check) => check(set) ?? []),
    ...farValues(set),
    ...implausibleValues(set),
  ];
}
