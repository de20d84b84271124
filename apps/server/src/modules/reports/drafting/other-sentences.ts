import { lowerFirst } from '@simiente/contract/format/lower-first';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import { toQuotableResults } from '@simiente/contract/reports/guard/quotable-result';
import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { isUnder } from '@simiente/contract/results/quantity';
import { type Flag, flagWords } from '@simiente/contract/results/range';
import { isUnderFifth } from '@simiente/contract/results/semen/centile';
import { consensusThresholds } from '@simiente/contract/results/semen/consensus';
import { findQuantity } from '@simiente/contract/results/values';
import {
  classifyCount,
  findNumber,
  formatFact,
  formatList,
  formatNumber,
  formatValueName,
  formatValueText,
  getNumbers,
  getValues,
  type RuledSentence,
  toSentence,
} from './set-facts.ts';

const RANGE_RULE = 'Rango impreso por el laboratorio';

const describeFlag = (flag: Flag) => lowerFirst(flagWords[flag]);

/** One sentence that groups the analytes of a study by their position in the printed range. */
export function rangeSummary(set: ResultSet): RuledSentence[] {
  if (getStudy(set.examType).needsMethod === true) return [];
  const flagged = getNumbers(set).filter(({ analyte, flag }) => analyte !== null && flag !== null);
  const clauses = (['above', 'below', 'within'] as const).flatMap((flag) => {
    const names = flagged
      .filter((value) => value.flag === flag)
      .map(
        (value) =>
          `${lowerFirst(formatValueName(value))}${value.preliminary ? ' (preliminar)' : ''}`,
      );
    if (names.length === 0) return [];
    return [`${formatList(names)} ${names.length === 1 ? 'está' : 'están'} ${describeFlag(flag)}`];
  });
  const [first, ...others] = clauses;
  if (first === undefined) return [];
  const opening = `${first.charAt(0).toLocaleUpperCase('es')}${first.slice(1)} del laboratorio`;
  const text = [opening, ...others].join('; ');
  return [toSentence(`${text}.`, RANGE_RULE, flagged.map(formatFact))];
}

const FREE_TEXT_RULE = 'Texto del laboratorio';
const FRAGMENTATION_RULE =
  'La fragmentación del ADN no tiene límite de la OMS ni sentido sin su método';
const METHOD_RULE = `${FRAGMENTATION_RULE}, que escribió el laboratorio`;
export const SAMPLE_RULE = 'Fecha y laboratorio de la muestra';
export const SAMPLE_METHOD_RULE = 'Fecha, laboratorio y método de la muestra';
const UNREAD_RANGE_RULE = 'Rango impreso por el laboratorio, que no se compara';

/** Rules whose sentences quote words of a laboratory, which may name a person. */
export const FREE_TEXT_RULES: readonly string[] = [
  FREE_TEXT_RULE,
  METHOD_RULE,
  SAMPLE_METHOD_RULE,
  UNREAD_RANGE_RULE,
];

/** Numbers of studies other than the seminogram, compared with the range that the laboratory printed, if any. */
export function numberSentences(set: ResultSet): RuledSentence[] {
  const isFragmentation = getStudy(set.examType).needsMethod === true;
  const measured = getNumbers(set).filter(({ choice }) => choice === null);
  return measured.map((value) => {
    const [note, rule] = describeReference(value, set, isFragmentation);
    const text = `${formatValueName(value)}: ${formatNumber(value)}${note}.`;
    return toSentence(text, rule, [formatFact(value)]);
  });
}

function describeReference(
  { range, flag }: ResultValue,
  { method }: ResultSet,
  isFragmentation: boolean,
): readonly [note: string, rule: string] {
  if (isFragmentation) {
    return method === null
      ? [
          ' (sin método registrado, no se puede interpretar); no hay límite de la OMS',
          FRAGMENTATION_RULE,
        ]
      : [` (método ${method}); no hay límite de la OMS`, METHOD_RULE];
  }
  if (range === null) {
    return ['; el laboratorio no imprimió un rango con el cual compararlo', RANGE_RULE];
  }
  if (flag === null) return [` (el laboratorio imprime: ${range})`, UNREAD_RANGE_RULE];
  return [`, ${describeFlag(flag)} del laboratorio (${range})`, RANGE_RULE];
}

/**
 * Texts and choices in the laboratory's words. A text that the guard cannot confirm, such as a measure or a drug of
 * an antibiogram, is left out, and the last sentence refers to the results.
 */
export function otherSentences(set: ResultSet, timeZone: string): RuledSentence[] {
  const quotable = toQuotableResults([set]);
  const sentences = getValues(set)
    .filter((value) => value.value === null || value.choice !== null)
    .filter((value) => formatValueText(value) !== '')
    .map((value) => {
      const text = formatValueText(value).replaceAll(/\s+/g, ' ').trim();
      const end = /[.!?]$/.test(text) ? '' : '.';
      const words = `${formatValueName(value)}: ${text}${end}`;
      return toSentence(words, FREE_TEXT_RULE, [formatFact(value)]);
    });
  const confirmed = sentences.filter(({ text }) =>
    checkFigures(text, quotable, timeZone).every(({ verdict }) => verdict.endsWith('agrees')),
  );
  if (confirmed.length === sentences.length) return confirmed;
  const reference = toSentence(
    'El resto del texto del laboratorio está en sus resultados.',
    'Textos del laboratorio que no se pueden comprobar',
  );
  return [...confirmed, reference];
}

const USUAL = 'Práctica habitual, pendiente de confirmación del médico responsable';

/** Analytes whose value under the 5th centile is a reason to repeat the study. */
const GRADED: readonly AnalyteKey[] = [
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'normalForms',
  'vitality',
];
const HORMONES: readonly AnalyteKey[] = ['fsh', 'lh', 'testosterone'];

const WORKUP_RULES = {
  none: 'Sin espermatozoides en fresco ni en el sedimento',
  few: 'Pocos espermatozoides o ninguno',
} as const;

function isLow(set: ResultSet, key: AnalyteKey): boolean {
  const value = findNumber(set, key);
  if (value === undefined || value.unit === null) return false;
  return isUnderFifth(key, value, value.unit as UnitName, set.whoEdition) === true;
}

const toFacts = (set: ResultSet, keys: readonly AnalyteKey[]) =>
  keys.flatMap((key) => findNumber(set, key) ?? []).map(formatFact);

/**
 * The next studies that doctors usually request. For a sample without sperm their order is that of the WHO manual,
 * 6th edition. The rest is common practice, which the clinic's responsible doctor must confirm; each rule states
 * this. No rule suggests a treatment.
 */
export function nextSentences(
  semen: ResultSet | undefined,
  newest: readonly ResultSet[],
): RuledSentence[] {
  const next: RuledSentence[] = [];
  const add = (rule: string, text: string, values: string[] = []) =>
    next.push(toSentence(text, `${rule}. ${USUAL}`, values));
  if (semen === undefined) {
    add(
      'Sin seminograma',
      'Para leer estos resultados en conjunto suele pedirse un seminograma reciente.',
    );
    return next;
  }
  const studies = new Set(newest.map(({ examType }) => examType));
  const count = classifyCount(semen);
  const low = count === 'some' ? GRADED.filter((key) => isLow(semen, key)) : [];
  const lacksSperm = count === 'none' || count === 'pelletOpen' || count === 'pelletOnly';
  const isIncomplete = semen.completeSample === false;
  const volume = toFacts(semen, ['volume']);
  if (count === 'noEjaculate') {
    add(
      'Sin eyaculado',
      'Antes de llegar a una conclusión suele confirmarse que la muestra no se perdió, y repetirse el estudio.',
      volume,
    );
  }
  if (lacksSperm || low.length > 0 || isIncomplete) {
    const terms = [
      ...(isIncomplete ? ['la muestra completa'] : []),
      '2 a 7 días de abstinencia',
      ...(lacksSperm ? ['revisión del sedimento centrifugado'] : []),
    ];
    add(
      lacksSperm ? 'Sin espermatozoides en fresco' : 'Algún valor por debajo del percentil 5',
      `Antes de llegar a una conclusión suele repetirse el seminograma, con ${formatList(terms)}.`,
      toFacts(semen, lacksSperm ? ['concentration', 'totalNumber'] : low),
    );
  }
  const isLowVolume = count === 'noEjaculate' || isLow(semen, 'volume');
  const urine = newest.find(({ examType }) => examType === 'Orina_Post_Orgasmo');
  const workup = findMissingWorkup(count, low, newest);
  const asksUrine = isLowVolume && !isIncomplete && urine === undefined;
  const usualStudies = [
    ...workup,
    ...(asksUrine ? ['el estudio de la orina posterior al orgasmo'] : []),
  ];
  if (usualStudies.length > 0) {
    const rules = [
      ...(workup.length === 0 ? [] : [WORKUP_RULES[count === 'none' ? 'none' : 'few']]),
      ...(asksUrine ? ['Poco volumen o ninguno'] : []),
    ];
    add(
      rules.join('. '),
      `También ${usualStudies.length === 1 ? 'suele' : 'suelen'} pedirse ${formatList(usualStudies)}.`,
      [
        ...(workup.length === 0 ? [] : toFacts(semen, ['concentration', 'totalNumber'])),
        ...(asksUrine ? volume : []),
      ],
    );
  }
  if (isLowVolume && count !== 'noEjaculate' && semen.completeSample === null) {
    add(
      'Volumen por debajo del percentil 5',
      'Con este volumen conviene confirmar que la muestra se recolectó completa.',
      volume,
    );
  }
  const urineSperm =
    isLowVolume && !isIncomplete && urine ? getValues(urine).filter(isSpermInUrine) : [];
  if (urineSperm.length > 0) {
    add(
      'Poco volumen y espermatozoides en la orina',
      'Con este volumen, los espermatozoides en la orina pueden deberse a una eyaculación retrógrada, que tu médico debe confirmar.',
      [...volume, ...urineSperm.map(formatFact)],
    );
  }
  const { unit, at } = consensusThresholds.leukocytes;
  const leukocytes = findQuantity(getValues(semen), 'leukocytes', unit);
  if (leukocytes && isUnder(leukocytes, at) === false && !studies.has('Cultivo_Semen')) {
    add(
      'Leucocitos en el umbral de consenso o por arriba',
      'Por los leucocitos suele pedirse un cultivo de semen.',
      toFacts(semen, ['leukocytes']),
    );
  }
  return next;
}

/** The missing studies for a sample with few or no spermatozoa. */
function findMissingWorkup(
  count: ReturnType<typeof classifyCount>,
  low: readonly AnalyteKey[],
  newest: readonly ResultSet[],
): string[] {
  const isFew = low.includes('concentration') || low.includes('totalNumber');
  if (count === 'noEjaculate' || (count === 'some' && !isFew)) return [];
  const has = (examType: string) => newest.some((set) => set.examType === examType);
  if (count !== 'none') return has('Hormonal') ? [] : ['un perfil hormonal'];
  const missing = HORMONES.filter((key) => newest.every((set) => !findNumber(set, key)));
  return [
    ...missing.map((analyte) => lowerFirst(formatValueName({ analyte, name: null }))),
    ...(has('Cariotipo') ? [] : ['un cariotipo']),
    ...(has('Microdelesiones') ? [] : ['el estudio de AZF en el cromosoma Y']),
  ];
}

const isSpermInUrine = ({ analyte, choice, value }: ResultValue) =>
  (analyte === 'spermInUrine' && choice === 'seen') ||
  ((analyte === 'urineSpermCount' || analyte === 'urineSpermTotal') && Number(value) > 0);
