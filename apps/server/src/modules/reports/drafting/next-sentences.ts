import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { isUnder } from '@simiente/contract/results/quantity';
import { isUnderFifth } from '@simiente/contract/results/semen/centile';
import { consensusThresholds } from '@simiente/contract/results/semen/consensus';
import { findQuantity } from '@simiente/contract/results/values';
import {
  classifyCount,
  fact,
  findNumber,
  formatValueName,
  getValues,
  listed,
  lowerFirst,
  type RuledSentence,
} from './written-set.ts';

/**
 * Questions that doctors usually ask next. The order for a sample without sperm follows the WHO manual, 6th
 * edition. The rest is common practice, which the clinic's responsible doctor must confirm; each sentence states
 * this. No rule suggests a treatment.
 */
const USUAL = 'Práctica habitual, pendiente de confirmación del médico responsable';

const LOW: readonly AnalyteKey[] = [
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
  keys.flatMap((key) => findNumber(set, key) ?? []).map(fact);

/** The questions in order, without duplicates. */
export function nextSentences(
  semen: ResultSet | undefined,
  newest: readonly ResultSet[],
): RuledSentence[] {
  const next: RuledSentence[] = [];
  const ask = (rule: string, text: string, values: string[] = []) =>
    next.push({ text, facts: { values, rule: `${rule}. ${USUAL}` } });
  if (semen === undefined) {
    ask(
      'Sin seminograma',
      'Para leer estos resultados en conjunto suele pedirse un seminograma reciente.',
    );
    return next;
  }
  const studies = new Set(newest.map(({ examType }) => examType));
  const count = classifyCount(semen);
  const low = count === 'some' ? LOW.filter((key) => isLow(semen, key)) : [];
  const isEmpty = count === 'none' || count === 'pelletOpen' || count === 'pelletOnly';
  const isIncomplete = semen.completeSample === false;
  const volume = toFacts(semen, ['volume']);
  if (count === 'noEjaculate') {
    ask(
      'Sin eyaculado',
      'Antes de llegar a una conclusión suele confirmarse que la muestra no se perdió, y repetirse el estudio.',
      volume,
    );
  }
  if (isEmpty || low.length > 0 || isIncomplete) {
    const terms = [
      ...(isIncomplete ? ['la muestra completa'] : []),
      '2 a 7 días de abstinencia',
      ...(isEmpty ? ['revisión del sedimento centrifugado'] : []),
    ];
    ask(
      isEmpty ? 'Sin espermatozoides en fresco' : 'Algún valor por debajo del percentil 5',
      `Antes de llegar a una conclusión suele repetirse el seminograma, con ${listed(terms)}.`,
      toFacts(semen, isEmpty ? ['concentration', 'totalNumber'] : low),
    );
  }
  const isLittle = count === 'noEjaculate' || isLow(semen, 'volume');
  const urine = newest.find(({ examType }) => examType === 'Orina_Post_Orgasmo');
  const few = workup(count, low, newest);
  const asksUrine = isLittle && !isIncomplete && urine === undefined;
  const more = [...few, ...(asksUrine ? ['el estudio de la orina posterior al orgasmo'] : [])];
  if (more.length > 0) {
    const rules = [
      ...(few.length === 0 ? [] : [WORKUP_RULES[count === 'none' ? 'none' : 'few']]),
      ...(asksUrine ? ['Poco volumen o ninguno'] : []),
    ];
    ask(
      rules.join('. '),
      `También ${more.length === 1 ? 'suele' : 'suelen'} pedirse ${listed(more)}.`,
      [
        ...(few.length === 0 ? [] : toFacts(semen, ['concentration', 'totalNumber'])),
        ...(asksUrine ? volume : []),
      ],
    );
  }
  if (isLittle && count !== 'noEjaculate' && semen.completeSample === null) {
    ask(
      'Volumen por debajo del percentil 5',
      'Con este volumen conviene confirmar que la muestra se recolectó completa.',
      volume,
    );
  }
  const seen = isLittle && !isIncomplete && urine ? getValues(urine).filter(isSpermInUrine) : [];
  if (seen.length > 0) {
    ask(
      'Poco volumen y espermatozoides en la orina',
      'Con este volumen, los espermatozoides en la orina pueden deberse a una eyaculación retrógrada, que tu médico debe confirmar.',
      [...volume, ...seen.map(fact)],
    );
  }
  const { unit, at } = consensusThresholds.leukocytes;
  const leukocytes = findQuantity(getValues(semen), 'leukocytes', unit);
  if (leukocytes && isUnder(leukocytes, at) === false && !studies.has('Cultivo_Semen')) {
    ask(
      'Leucocitos en el umbral de consenso o por arriba',
      'Por los leucocitos suele pedirse un cultivo de semen.',
      toFacts(semen, ['leukocytes']),
    );
  }
  return next;
}

/** The missing studies for a sample with few or no spermatozoa. */
function workup(
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
