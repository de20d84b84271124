import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { whoEditionNames } from '@simiente/contract/results/analytes/studies';
import type { ResultSet } from '@simiente/contract/results/calls';
import { centileWords, editionYear } from '@simiente/contract/results/semen/centile';
import { consensusWords } from '@simiente/contract/results/semen/consensus';
import { SAMPLE_METHOD_RULE, SAMPLE_RULE } from './other-sentences.ts';
import {
  classifyCount,
  earlierThan,
  fact,
  findNumber,
  formatNumber,
  formatSampleDay,
  formatValueName,
  getNumbers,
  getValues,
  listed,
  lowerFirst,
  missingFields,
  type RuledSentence,
  studyName,
} from './written-set.ts';

const WHO_TABLE =
  'Percentiles de hombres fértiles, manual de la OMS (sección 1 de las tablas clínicas)';

/** Names the sample of a paragraph, and whether its values may still change. */
export function sampleSentences(set: ResultSet, timeZone: string): RuledSentence[] {
  const day = formatSampleDay(set, timeZone);
  const where = set.laboratory === null ? '' : ` en ${set.laboratory.name}`;
  const method = set.method === null ? '' : `, con método ${set.method}`;
  const when = day === null ? 'de fecha no registrada' : `del ${day}`;
  const sample: RuledSentence = {
    text: `${studyName(set)} ${when}${where}${method}.`,
    facts: { values: [], rule: set.method === null ? SAMPLE_RULE : SAMPLE_METHOD_RULE },
  };
  if (set.status === 'validado') return [sample];
  const pending = {
    text: 'Estos resultados aún no están validados y pueden cambiar.',
    facts: { values: [], rule: 'Estado de los resultados' },
  };
  return [sample, pending];
}

/** The article and name with which a sentence about a value begins. */
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

/** Analytes whose centile is named. A low or high share of non-progressive sperm means nothing by itself. */
const PLACED: readonly AnalyteKey[] = [
  'volume',
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'immotile',
  'vitality',
  'normalForms',
];
const MEASURED: readonly AnalyteKey[] = [
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
    const facts = { values: [fact(volume)], rule: 'Volumen cero: no hubo eyaculado' };
    return [{ text: `No hubo eyaculado: el volumen fue de ${formatNumber(volume)}.`, facts }];
  }
  const isSaid = (key: AnalyteKey) => count === 'some' || WITHOUT_SPERM.includes(key);
  return [
    ...noneSeen(set),
    ...PLACED.filter(isSaid).flatMap((key) => placedSentence(set, key)),
    ...MEASURED.filter(isSaid).flatMap((key) => measuredSentence(set, key)),
  ];
}

/** Position of a sample among fertile men: the values under the 5th centile, or that there are no such values. */
export function semenSummary(set: ResultSet, timeZone: string): RuledSentence[] {
  if (classifyCount(set) !== 'some') return semenSentences(set).slice(0, 1);
  const placed = PLACED.filter((key) => key !== 'immotile').flatMap((key) => {
    const value = findNumber(set, key);
    return value?.centile ? [{ ...value, key, centile: value.centile }] : [];
  });
  const low = placed.filter(({ centile: { below } }) => below !== null && below <= 5);
  const over = placed.filter(({ centile: { above } }) => above !== null && above >= 5);
  const named = low.length > 0 ? low : over;
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
  return [
    {
      text: `En tu muestra${day === null ? '' : ` del ${day}`}, ${listed(names)} ${verb} ${where}.`,
      facts: { values: named.map(fact), rule: WHO_TABLE },
    },
  ];
}

const ABOUT_PELLET = {
  none: 'tampoco en el sedimento centrifugado',
  pelletOnly: 'y sí en el sedimento centrifugado',
  pelletOpen:
    'y falta saber qué mostró el sedimento centrifugado, necesario para llegar a una conclusión',
} as const;

/** Zero is not azoospermia until a centrifuged pellet was examined. */
function noneSeen(set: ResultSet): RuledSentence[] {
  const count = classifyCount(set);
  if (count === 'some' || count === 'noEjaculate') return [];
  const counted = [findNumber(set, 'concentration'), findNumber(set, 'totalNumber')];
  const pellet = getValues(set).find(({ analyte }) => analyte === 'pellet');
  return [
    {
      text: `No se observaron espermatozoides en la muestra en fresco, ${ABOUT_PELLET[count]}.`,
      facts: {
        values: [...counted, pellet].flatMap((one) => (one === undefined ? [] : [fact(one)])),
        rule: 'Cero en fresco no basta sin el sedimento centrifugado',
      },
    },
  ];
}

function placedSentence(set: ResultSet, key: AnalyteKey): RuledSentence[] {
  const value = findNumber(set, key);
  if (value === undefined) return [];
  const derived = value.derived === null ? '' : ' (dato calculado)';
  const place = value.centile === null ? '' : `, ${centileWords(value.centile, set.whoEdition)}`;
  return [
    {
      text: `${SUBJECTS[key]} ${formatNumber(value)}${derived}${place}.`,
      facts: {
        values: [fact(value), ...(value.derived === null ? [] : [value.derived.formula])],
        rule: `${WHO_TABLE}, edición ${whoEditionNames[set.whoEdition ?? 6]}`,
      },
    },
  ];
}

/** The laboratory's range takes precedence over a consensus threshold. */
function measuredSentence(set: ResultSet, key: AnalyteKey): RuledSentence[] {
  const value = findNumber(set, key);
  if (value === undefined) return [];
  const consensus = consensusWords(key);
  const compared = [
    ...(value.range === null ? [] : [`rango del laboratorio: ${value.range}`]),
    ...(consensus === null
      ? []
      : [consensus.replace(/ \(.*\)$/, '')].map((one) => `umbral de consenso: ${one}`)),
  ];
  const beside = compared.length === 0 ? '' : ` (${compared.join('; ')})`;
  return [
    {
      text: `${SUBJECTS[key]} ${formatNumber(value)}${beside}.`,
      facts: {
        values: [fact(value)],
        rule: 'Rango impreso por el laboratorio y umbral de consenso',
      },
    },
  ];
}

const CORE: readonly AnalyteKey[] = [
  'volume',
  'ph',
  'concentration',
  'progressiveMotility',
  'vitality',
  'normalForms',
  'leukocytes',
];

/** Values that are missing, were measured late, or do not add up. */
export function limitSentences(set: ResultSet): RuledSentence[] {
  const count = classifyCount(set);
  const absent = missingFields(set, CORE).filter(
    (key) => count === 'some' || (count !== 'noEjaculate' && (key === 'volume' || key === 'ph')),
  );
  const limits: [boolean, string, string][] = [
    [
      absent.length > 0,
      `El laboratorio no reportó: ${listed(absent.map((analyte) => lowerFirst(formatValueName({ analyte, name: null }))))}.`,
      'Campos del estudio que faltan',
    ],
    [
      set.abstinenceDays === null,
      'No se registró cuántos días de abstinencia hubo.',
      'La abstinencia indicada es de 2 a 7 días',
    ],
    [
      set.completeSample === false,
      'La muestra no se recolectó completa; eso puede reducir el volumen y el número total.',
      'Muestra completa',
    ],
    [
      (set.collectedAt === null || !set.collectedTimeKnown || set.analyzedAt === null) &&
        count === 'some' &&
        findNumber(set, 'progressiveMotility') !== undefined,
      'No se registraron las horas de la toma y del análisis, así que no se sabe si la movilidad se leyó en los primeros 60 minutos.',
      'La movilidad se lee en los primeros 60 minutos',
    ],
  ];
  const byRule = limits.flatMap(([holds, text, rule]) =>
    holds ? [{ text, facts: { values: [], rule } }] : [],
  );
  return [...byRule, ...checkSentences(set)];
}

const SAID_TO_PATIENTS = new Set(['lateAnalysis', 'abstinence']);

function checkSentences(set: ResultSet): RuledSentence[] {
  const warnings = set.checks.filter(
    ({ level, check }) => level === 'warning' && check !== 'noneSeen',
  );
  const plain = warnings
    .filter(({ check }) => SAID_TO_PATIENTS.has(check))
    .map(({ message }) => ({
      text: message,
      facts: { values: [], rule: 'Revisión de la muestra' },
    }));
  const sums = warnings.filter(({ check }) => !SAID_TO_PATIENTS.has(check));
  if (sums.length === 0) return plain;
  const keys = new Set(sums.flatMap(({ analytes }) => analytes));
  const values = getNumbers(set).filter(({ analyte }) => keys.has(analyte as AnalyteKey));
  return [
    ...plain,
    {
      text: 'Algunas cifras del laboratorio no cuadran entre sí y conviene confirmarlas con él.',
      facts: {
        values: [...values.map(fact), ...sums.map(({ message }) => message)],
        rule: 'Sumas y productos',
      },
    },
  ];
}

const COMPARED: readonly AnalyteKey[] = ['concentration', 'progressiveMotility', 'normalForms'];

/** Results of the previous sample, without a judgement. */
export function trendSentences(
  set: ResultSet,
  sets: readonly ResultSet[],
  timeZone: string,
): RuledSentence[] {
  const [before] = earlierThan(set, sets);
  const day = before === undefined ? null : formatSampleDay(before, timeZone);
  if (before === undefined || day === null) return [];
  return COMPARED.flatMap((key) => {
    const [now, then] = [findNumber(set, key), findNumber(before, key)];
    if (now === undefined || then === undefined) return [];
    if (
      key !== 'concentration' &&
      (classifyCount(set) !== 'some' || classifyCount(before) !== 'some')
    )
      return [];
    const subject = lowerFirst(SUBJECTS[key] ?? '');
    return [
      {
        text: `En la muestra anterior, del ${day}, ${subject} ${formatNumber(then)}.`,
        facts: { values: [fact(now), fact(then)], rule: 'Muestra anterior del mismo estudio' },
      },
    ];
  });
}
