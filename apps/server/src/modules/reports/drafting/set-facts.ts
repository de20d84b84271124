import { formatDay } from '@simiente/contract/format/dates';
import {
  type AnalyteKey,
  choiceLabel,
  findAnalyte,
} from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { Comparator } from '@simiente/contract/results/quantity';
import { laboratoryFlagWords } from '@simiente/contract/results/range';
import { findPellet, hasNoSperm, isAspermia } from '@simiente/contract/results/semen/check';

/** A sentence with the rule that wrote it and the values in it. */
export interface RuledSentence {
  readonly text: string;
  readonly facts: { readonly values: string[]; readonly rule: string };
}

export const toSentence = (text: string, rule: string, values: string[] = []): RuledSentence => ({
  text,
  facts: { values, rule },
});

interface NumberValue extends ResultValue {
  readonly value: string;
}

export const getValues = (set: ResultSet): ResultValue[] =>
  set.values.filter(({ withdrawn }) => !withdrawn);

export const getNumbers = (set: ResultSet): NumberValue[] =>
  getValues(set).flatMap((one) => (one.value === null ? [] : [{ ...one, value: one.value }]));

export const findNumber = (set: ResultSet, key: AnalyteKey): NumberValue | undefined =>
  getNumbers(set).find(({ analyte }) => analyte === key);

export const isSemenSet = (set: ResultSet) => set.examType === 'Seminograma';

/** Orders samples by their day, newest first. Samples of an unknown day follow, the last entered first. */
function newerFirst(one: ResultSet, other: ResultSet): number {
  const [day, otherDay] = [one.collectedAt, other.collectedAt];
  if (day !== null && otherDay !== null) return Date.parse(otherDay) - Date.parse(day);
  if (day !== otherDay) return day === null ? 1 : -1;
  return Date.parse(other.enteredAt) - Date.parse(one.enteredAt);
}

/** The newest sample with a value of each study. The seminogram comes first, then the others, newest first. */
export function newestByStudy(sets: readonly ResultSet[]): ResultSet[] {
  const newestFirst = sets.filter((set) => getValues(set).length > 0).toSorted(newerFirst);
  const byStudy = new Map<string, ResultSet>();
  for (const set of newestFirst) if (!byStudy.has(set.examType)) byStudy.set(set.examType, set);
  return [...byStudy.values()].toSorted(
    (one, other) => Number(isSemenSet(other)) - Number(isSemenSet(one)) || newerFirst(one, other),
  );
}

/** Earlier samples of the same study, newest first. Samples of an unknown day are left out. */
export function findEarlierSets(set: ResultSet, sets: readonly ResultSet[]): ResultSet[] {
  const { collectedAt } = set;
  if (collectedAt === null) return [];
  const isBefore = (day: string | null) =>
    day !== null && Date.parse(day) < Date.parse(collectedAt);
  return sets
    .filter((one) => one.examType === set.examType && isBefore(one.collectedAt))
    .filter((one) => getValues(one).length > 0)
    .toSorted(newerFirst);
}

/** Names of types whose codes a patient would not understand. */
const STUDY_NAMES: Readonly<Record<string, string>> = {
  Hormonal: 'Perfil hormonal',
  perfil_tiroideo: 'Perfil tiroideo',
  Inhibina_B: 'Inhibina B',
  Marcadores_Bioquimicos_Seminales: 'Marcadores bioquímicos seminales',
  Cultivo_Semen: 'Cultivo de semen',
  Cultivo_Orina: 'Cultivo de orina',
  // The title 'Microdeleciones' would suggest that microdeletions were found.
  Microdelesiones: 'Estudio AZF del cromosoma Y',
  Orina_Post_Orgasmo: 'Orina posterior al orgasmo',
  Ecografia_Testicular: 'Ecografía testicular',
  Ecografia_Prostatica_Transrectal: 'Ecografía prostática transrectal',
  Resonancia_Craneo: 'Resonancia de cráneo',
  Fragmentacion_ADN: 'Fragmentación del ADN espermático',
};

export const formatStudyName = ({ examType }: Pick<ResultSet, 'examType'>): string =>
  STUDY_NAMES[examType] ?? examType.replaceAll('_', ' ');

/**
 * Presence of spermatozoa: some, none in the fresh sample and the pellet, some only in the pellet, none in the
 * fresh sample with an uncertain pellet, or no ejaculate.
 */
export function classifyCount(
  set: ResultSet,
): 'some' | 'none' | 'pelletOnly' | 'pelletOpen' | 'noEjaculate' {
  const values = getValues(set);
  if (isAspermia(values)) return 'noEjaculate';
  if (!hasNoSperm(values)) return 'some';
  const pellet = findPellet(values.filter(({ preliminary }) => !preliminary));
  if (pellet === 'none') return 'none';
  return pellet === 'seen' ? 'pelletOnly' : 'pelletOpen';
}

/** A day such as '12 oct 2026'; null if it is unknown. */
export function formatSampleDay({ collectedAt }: ResultSet, timeZone: string): string | null {
  return collectedAt === null ? null : formatDay(collectedAt, { timeZone, now: new Date(0) });
}

const UNIT_WORDS: Readonly<Record<string, string>> = {
  '10*6/mL': 'millones/mL',
  '10*3/mL': 'miles/mL',
  '10*6/{ejaculate}': 'millones por eyaculado',
};

function unitWords(unit: string | null, value: string): string {
  if (unit === 'pH') return '';
  const words = UNIT_WORDS[unit ?? ''] ?? unitLabel(unit);
  return value === '1' ? words.replace(/^millones/, 'millón') : words;
}

const COMPARATOR_WORDS = {
  '<': 'menos de',
  '>': 'más de',
  '≤': 'como máximo',
  '≥': 'al menos',
} as const satisfies Record<Comparator, string>;

/** '14 millones/mL', '34 %', 'menos de 1 millón/mL', '7.4'. */
function formatAmount(amount: Pick<NumberValue, 'comparator' | 'value' | 'unit'>): string {
  const { comparator, value, unit } = amount;
  const number = comparator === null ? value : `${COMPARATOR_WORDS[comparator]} ${value}`;
  const words = unitWords(unit, value);
  return words === '' ? number : `${number} ${words}`;
}

/** The value in a sentence, with a note if the laboratory may still change it. */
export const formatNumber = (value: NumberValue): string =>
  `${formatAmount(value)}${value.preliminary ? ' (preliminar)' : ''}`;

/** A value in the facts of a sentence, such as 'Volumen: 2.1 mL'. */
export function formatFact(value: ResultValue): string {
  const { laboratoryFlag, preliminary } = value;
  const content =
    value.value === null ? formatValueText(value) : formatAmount({ ...value, value: value.value });
  const notes = [
    ...(laboratoryFlag === null ? [] : [laboratoryFlagWords(laboratoryFlag)]),
    ...(preliminary ? ['preliminar'] : []),
  ];
  return `${formatValueName(value)}: ${content}${notes.map((note) => ` (${note})`).join('')}`;
}

export function formatValueName({ analyte, name }: Pick<ResultValue, 'analyte' | 'name'>): string {
  const label = findAnalyte(analyte)?.label;
  if (label === undefined) return name ?? '';
  return name === null ? label : `${label} (${name})`;
}

export function formatValueText({ analyte, choice, text }: ResultValue): string {
  const label = choice === null ? null : choiceLabel(analyte, choice);
  // 'Ausente (microdeleción)' both denies and affirms, so the note is dropped.
  return [label?.replace(/ \(.*\)$/, ''), text].filter(Boolean).join(', ');
}

export function preliminarySentences(set: ResultSet): RuledSentence[] {
  const values = getValues(set).filter(({ preliminary }) => preliminary);
  if (values.length === 0) return [];
  const names = formatList(values.map(formatValueName));
  return [
    toSentence(
      `Resultado preliminar, que el laboratorio todavía puede cambiar: ${names}.`,
      'Valores que el laboratorio marcó como preliminares',
      values.map(formatFact),
    ),
  ];
}

/** The analytes of `keys` for which the study has a field, but the set has no value. */
export function findMissingFields(set: ResultSet, keys: readonly AnalyteKey[]): AnalyteKey[] {
  const present = new Set(getValues(set).map(({ analyte }) => analyte));
  const fields = getStudy(set.examType).fields;
  return keys.filter((key) => fields.includes(key) && !present.has(key));
}

const list = new Intl.ListFormat('es-MX', { type: 'conjunction' });
export const formatList = (words: readonly string[]) => list.format(words);
