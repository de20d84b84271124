import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { whoEditionNames } from '@simiente/contract/results/analytes/studies';
import type { ResultSet } from '@simiente/contract/results/calls';
import { centileWords, editionYear } from '@simiente/contract/results/semen/centile';
import { consensusWords } from '@simiente/contract/results/semen/consensus';
import { SAMPLE_METHOD_RULE, SAMPLE_RULE } from './other-sentences.ts';
import {
  classifyCount,
  findEarlierSets,
  findMissingFields,
  findNumber,
  formatFact,
  formatList,
  formatNumber,
  formatSampleDay,
  formatStudyName,
  formatValueName,
  getNumbers,
  getValues,
  type RuledSentence,
  toSentence,
} from './set-facts.ts';

const WHO_TABLE =
  'Percentiles de hombres fértiles, manual de la OMS (sección 1 de las tablas clínicas)';

/** Introduces the sample of a paragraph, and notes results that are not validated. */
export function sampleSentences(set: ResultSet, timeZone: string): RuledSentence[] {
  const day = formatSampleDay(set, timeZone);
  const where = set.laboratory === null ? '' : ` en ${set.laboratory.name}`;
  const method = set.method === null ? '' : `, con método ${set.method}`;
  const when = day === null ? 'de fecha no registrada' : `del ${day}`;
  const sample = toSentence(
    `${formatStudyName(set)} ${when}${where}${method}.`,
    set.method === null ? SAMPLE_RULE : SAMPLE_METHOD_RULE,
  );
  if (set.status === 'validado') return [sample];
  const pending = 'Estos resultados aún no están validados y pueden cambiar.';
  return [sample, toSentence(pending, 'Estado de los resultados')];
}

/** The beginning of a sentence about a value. */
const SUBJECTS: Partial<Readonly<Record<AnalyteKey, string>>> = {
  volume: 'El volumen fue de',
  concentration: 'La concentración fue de',
  totalNumber: 'El número total fue de',
  progressiveMotility: 'La movilidad progresiva fue de',
  totalMotility: 'La movilidad total fue de',
  nonProgressiveMotility: 'Los espermatozoides no progresivos fueron el',
  immotile: 'Los espermatozoides inmóviles fueron el',
  vitality: 'La vitalidad fue de',
  normalForms: 'Las formas normales fueron el',
  ph: 'El pH fue de',
  teratozoospermiaIndex: 'El índice de teratozoospermia (TZI) fue de',
  leukocytes: 'La concentración de leucocitos fue de',
};

/** Analytes whose centile is stated. That of non-progressive motility means nothing by itself. */
const WITH_CENTILE: readonly AnalyteKey[] = [
  'volume',
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'immotile',
  'vitality',
  'normalForms',
];
const WITHOUT_CENTILE: readonly AnalyteKey[] = [
  'nonProgressiveMotility',
  'ph',
  'teratozoospermiaIndex',
  'leukocytes',
];

/** Analytes that are meaningful without spermatozoa. */
const WITHOUT_SPERM: readonly AnalyteKey[] = ['volume', 'ph', 'leukocytes'];

/** Measured values of a semen sample, with their position among the references. */
export function semenSentences(set: ResultSet): RuledSentence[] {
  const count = classifyCount(set);
  const volume = findNumber(set, 'volume');
  if (count === 'noEjaculate' && volume) {
    const text = `No hubo eyaculado: el volumen fue de ${formatNumber(volume)}.`;
    return [toSentence(text, 'Volumen cero: no hubo eyaculado', [formatFact(volume)])];
  }
  const isMeaningful = (key: AnalyteKey) => count === 'some' || WITHOUT_SPERM.includes(key);
  return [
    ...noneSeenSentences(set),
    ...WITH_CENTILE.filter(isMeaningful).flatMap((key) => centileSentences(set, key)),
    ...WITHOUT_CENTILE.filter(isMeaningful).flatMap((key) => rangeSentences(set, key)),
  ];
}

/** One sentence with the values under the 5th centile of fertile men; without such values, with the others. */
export function semenSummary(set: ResultSet, timeZone: string): RuledSentence[] {
  if (classifyCount(set) !== 'some') return semenSentences(set).slice(0, 1);
  const values = WITH_CENTILE.filter((key) => key !== 'immotile').flatMap((key) => {
    const value = findNumber(set, key);
    return value?.centile ? [{ ...value, key, centile: value.centile }] : [];
  });
  const low = values.filter(({ centile: { below } }) => below !== null && below <= 5);
  const high = values.filter(({ centile: { above } }) => above !== null && above >= 5);
  const named = low.length > 0 ? low : high;
  if (named.length === 0) return [];
  const names = named.map(
    ({ key, preliminary }) =>
      lowerFirst(SUBJECTS[key] ?? '').replace(/ fue.*$/, '') + (preliminary ? ' (preliminar)' : ''),
  );
  const day = formatSampleDay(set, timeZone);
  const verb = named.length === 1 && named[0]?.key !== 'normalForms' ? 'quedó' : 'quedaron';
  const year = editionYear(set.whoEdition);
  const where =
    low.length > 0
      ? `por debajo del percentil 5 de hombres fértiles, ${year}`
      : `en el percentil 5 o por encima (hombres fértiles, ${year})`;
  const sample = `En tu muestra${day === null ? '' : ` del ${day}`}`;
  const text = `${sample}, ${formatList(names)} ${verb} ${where}.`;
  return [toSentence(text, WHO_TABLE, named.map(formatFact))];
}

const PELLET_WORDS = {
  none: 'tampoco en el sedimento centrifugado',
  pelletOnly: 'y sí en el sedimento centrifugado',
  pelletOpen:
    'y falta saber qué mostró el sedimento centrifugado, necesario para llegar a una conclusión',
} as const;

/** Zero is not azoospermia until a centrifuged pellet was examined. */
function noneSeenSentences(set: ResultSet): RuledSentence[] {
  const count = classifyCount(set);
  if (count === 'some' || count === 'noEjaculate') return [];
  const values = [
    findNumber(set, 'concentration'),
    findNumber(set, 'totalNumber'),
    getValues(set).find(({ analyte }) => analyte === 'pellet'),
  ];
  return [
    toSentence(
      `No se observaron espermatozoides en la muestra en fresco, ${PELLET_WORDS[count]}.`,
      'Cero en fresco no basta sin el sedimento centrifugado',
      values.flatMap((value) => (value === undefined ? [] : [formatFact(value)])),
    ),
  ];
}

function centileSentences(set: ResultSet, key: AnalyteKey): RuledSentence[] {
  const value = findNumber(set, key);
  if (value === undefined) return [];
  const derived = value.derived === null ? '' : ' (dato calculado)';
  const centile = value.centile === null ? '' : `, ${centileWords(value.centile, set.whoEdition)}`;
  return [
    toSentence(
      `${SUBJECTS[key]} ${formatNumber(value)}${derived}${centile}.`,
      `${WHO_TABLE}, edición ${whoEditionNames[set.whoEdition ?? 6]}`,
      [formatFact(value), ...(value.derived === null ? [] : [value.derived.formula])],
    ),
  ];
}

function rangeSentences(set: ResultSet, key: AnalyteKey): RuledSentence[] {
  const value = findNumber(set, key);
  if (value === undefined) return [];
  const consensus = consensusWords({ ...value, analyte: key });
  const limits = [
    ...(value.range === null ? [] : [`rango del laboratorio: ${value.range}`]),
    ...(consensus === null ? [] : [`umbral de consenso: ${consensus}`]),
  ];
  const note = limits.length === 0 ? '' : ` (${limits.join('; ')})`;
  const text = `${SUBJECTS[key]} ${formatNumber(value)}${note}.`;
  const rule = 'Rango impreso por el laboratorio y umbral de consenso';
  return [toSentence(text, rule, [formatFact(value)])];
}

/** Analytes that every seminogram should have. */
const EXPECTED: readonly AnalyteKey[] = [
  'volume',
  'ph',
  'concentration',
  'progressiveMotility',
  'vitality',
  'normalForms',
  'leukocytes',
];

/** The limits of the results: missing values and facts, an incomplete sample, and warnings of the checks. */
export function limitSentences(set: ResultSet): RuledSentence[] {
  const count = classifyCount(set);
  const missing = findMissingFields(set, EXPECTED)
    .filter(
      (key) => count === 'some' || (count !== 'noEjaculate' && (key === 'volume' || key === 'ph')),
    )
    .map((analyte) => lowerFirst(formatValueName({ analyte, name: null })));
  const lacksTimes = set.collectedAt === null || !set.collectedTimeKnown || set.analyzedAt === null;
  const limits = [
    missing.length > 0 &&
      toSentence(
        `El laboratorio no reportó: ${formatList(missing)}.`,
        'Campos del estudio que faltan',
      ),
    set.abstinenceDays === null &&
      toSentence(
        'No se registró cuántos días de abstinencia hubo.',
        'La abstinencia indicada es de 2 a 7 días',
      ),
    set.completeSample === false &&
      toSentence(
        'La muestra no se recolectó completa; eso puede reducir el volumen y el número total.',
        'Muestra completa',
      ),
    lacksTimes &&
      count === 'some' &&
      findNumber(set, 'progressiveMotility') !== undefined &&
      toSentence(
        'No se registraron las horas de la toma y del análisis, así que no se sabe si la movilidad se leyó en los primeros 60 minutos.',
        'La movilidad se lee en los primeros 60 minutos',
      ),
  ];
  return [...limits.filter((limit) => limit !== false), ...checkSentences(set)];
}

/** Checks whose message is also for patients. */
const CHECKS_FOR_PATIENTS = new Set(['lateAnalysis', 'abstinence']);

function checkSentences(set: ResultSet): RuledSentence[] {
  const warnings = set.checks.filter(
    ({ level, check }) => level === 'warning' && check !== 'noneSeen',
  );
  const sentences = warnings
    .filter(({ check }) => CHECKS_FOR_PATIENTS.has(check))
    .map(({ message }) => toSentence(message, 'Revisión de la muestra'));
  const sums = warnings.filter(({ check }) => !CHECKS_FOR_PATIENTS.has(check));
  if (sums.length === 0) return sentences;
  const keys = new Set(sums.flatMap(({ analytes }) => analytes));
  const values = getNumbers(set).filter(({ analyte }) => keys.has(analyte as AnalyteKey));
  return [
    ...sentences,
    toSentence(
      'Algunas cifras del laboratorio no cuadran entre sí y conviene confirmarlas con él.',
      'Sumas y productos',
      [...values.map(formatFact), ...sums.map(({ message }) => message)],
    ),
  ];
}

const COMPARED: readonly AnalyteKey[] = ['concentration', 'progressiveMotility', 'normalForms'];

/** Values of the previous sample, without a judgement. */
export function trendSentences(
  set: ResultSet,
  sets: readonly ResultSet[],
  timeZone: string,
): RuledSentence[] {
  const [before] = findEarlierSets(set, sets);
  const day = before === undefined ? null : formatSampleDay(before, timeZone);
  if (before === undefined || day === null) return [];
  return COMPARED.flatMap((key) => {
    const [now, then] = [findNumber(set, key), findNumber(before, key)];
    if (now === undefined || then === undefined) return [];
    const haveSperm = [set, before].every((one) => classifyCount(one) === 'some');
    if (key !== 'concentration' && !haveSperm) return [];
    const subject = lowerFirst(SUBJECTS[key] ?? '');
    const text = `En la muestra anterior, del ${day}, ${subject} ${formatNumber(then)}.`;
    const values = [formatFact(now), formatFact(then)];
    return [toSentence(text, 'Muestra anterior del mismo estudio', values)];
  });
}
