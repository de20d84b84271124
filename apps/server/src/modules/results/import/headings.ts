import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import {
  isUnitText,
  nameDifferentUnits,
  namesUnit,
} from '@simiente/contract/results/analytes/read-unit';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import {
  type ColumnField,
  columnFieldNames,
  columnFields,
} from '@simiente/contract/results/columns';
import { compareDecimals, type DecimalText } from '@simiente/contract/results/decimal';
import { readRange } from '@simiente/contract/results/range';
import { confirmsAnalyte } from './analyte-names.ts';

export type HeadingUnit = { readonly unit: UnitName } | { readonly unknown: string };

/** Characters of a heading that are searched, because every sequence of its words is compared. */
const MAX_SEARCHED = 200;

const headingWords = (heading: string) =>
  heading
    .slice(0, MAX_SEARCHED)
    .replace(BRACKETS, ' ')
    .replaceAll('%', ' % ')
    .split(/[\s_,;:]+/)
    .filter(Boolean);

const BRACKETS = /[([]((?:[^()[\]]|\(\d+\)|\[\w+\])+)[)\]]/g;

/** Qualifiers in brackets that are not units: specimen, method, classes of motility. */
const QUALIFIER =
  /^(?:en )?(?:suero|plasma|sangre|semen|orina|basal|total(?:es)?|libre|manual|casa|(?:oms|who).*|[a-d](?: ?\+ ?[a-d])*|pr|np|im|pr ?\+ ?np|\d+|valor|resultado)$/;

/** Lower case with single spaces, without accents, points, colons and asterisks. */
export const foldHeading = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\p{M}\uFEFF.:*]/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLocaleLowerCase('es');

/** The unit in brackets or after a heading's name, even one that the analyte does not have; null without a unit. */
export function findHeadingUnit(heading: string, analyte: AnalyteKey): HeadingUnit | null {
  const { label, short = '', units } = getAnalyte(analyte);
  if (units.length === 0) return null;
  const names = new Set([label, short, ...insideBrackets(label)].map(foldHeading));
  const inside = insideBrackets(heading).filter(
    (text) => !names.has(foldHeading(text)) && !QUALIFIER.test(foldHeading(text)),
  );
  const words = headingWords(heading);
  const trailing = words.slice(1).flatMap((_, index) => {
    const lastWords = words.slice(index + 1);
    return [lastWords.join(' '), lastWords.join('/')];
  });
  const all = [...inside, trailing.find(isUnitText) ?? ''];
  if (nameDifferentUnits(all)) return { unknown: all.filter(Boolean).join(' / ') };
  for (const text of [...inside, ...trailing]) {
    const unit = readAnalyteUnit(analyte, text);
    if (unit !== null) return { unit };
  }
  const unknown = inside[0] ?? trailing.find((text) => isUnitText(text) || text.includes('/ml'));
  return unknown === undefined ? null : { unknown };
}

const insideBrackets = (text: string) =>
  [...text.matchAll(BRACKETS)].map(([, inside = '']) => inside.trim());

/** Whether a number of days of abstinence may be a number of hours, because it has no unit: '72'. */
export const mayBeHours = (number: DecimalText, unit: string | null | undefined) =>
  unit == null && compareDecimals(number, '24') >= 0;

/** The unit of a duration; null for a heading without unit. */
export function findDurationUnit(heading: string): 'd' | 'h' | 'other' | null {
  const words = foldHeading(heading).split(/[^a-z]+/);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (has(/^(?:sem|semanas?|mes|meses|min|minutos?)$/)) return 'other';
  if (has(/^(?:h|hr|hrs|horas?)$/)) return 'h';
  return has(/^(?:d|dias?)$/) ? 'd' : null;
}

/** Names that laboratories use, separated by '|', in addition to the labels of fields and analytes. */
const usualNames: Partial<Record<ColumnField | AnalyteKey, string>> = {
  patient: 'idUser|paciente|id paciente',
  folio: 'folio|folio orden|no de folio|numero de folio',
  patientName: 'nombre|nombre completo|nombre paciente',
  birthDate: 'fecha nacimiento|fecha de nac|fecha nac|f nacimiento',
  collectedAt:
    'toma|fecha de toma|fecha toma|fecha y hora de toma|fecha de toma de muestra|toma de muestra|fecha de recoleccion|fecha de obtencion|fecha de muestra',
  collectedTime:
    'hora toma|hora de toma|hora de toma de muestra|hora de recoleccion|hora de obtencion|hora de muestra',
  receivedAt: 'fecha de recepcion|fecha y hora de recepcion|recepcion',
  receivedTime: 'hora de recepcion|hora recepcion',
  analyzedAt: 'fecha de analisis|fecha y hora de analisis|fecha de proceso|analisis',
  analyzedTime: 'hora de analisis|hora analisis|hora de proceso',
  abstinenceDays:
    'abstinencia|dias abstinencia|horas de abstinencia|horas abstinencia|abstinencia sexual|dias de abstinencia sexual|tiempo de abstinencia|tiempo de abstinencia sexual|periodo de abstinencia|periodo de abstinencia sexual',
  fastingHours: 'ayuno|horas ayuno',
  completeSample: 'recoleccion completa',
  method: 'metodologia|tecnica',
  test: 'analito|parametro|determinacion|componente|prueba|examen|estudio',
  result: 'resultado|resultados|valor|valor obtenido',
  unit: 'unidad|unidades|unidad de medida|unidades de medida',
  range:
    'referencia|rango|rango de referencia|rangos de referencia|valor de referencia|valores de referencia|valores normales|intervalo de referencia|intervalo biologico de referencia|limites de referencia',
  flag: 'bandera|marca|indicador|flag|alerta|fuera de rango',
  volume: 'vol|volumen seminal|volumen del eyaculado',
  concentration:
    'concentracion espermatica|concentracion de espermatozoides|conc|densidad espermatica',
  totalNumber: 'total de espermatozoides|numero total de espermatozoides|conteo total',
  progressiveMotility:
    'movilidad progresiva|motilidad progresiva|progresivos|mov progresiva|mot progresiva',
  nonProgressiveMotility: 'movilidad no progresiva|motilidad no progresiva|no progresivos',
  rapidMotility:
    'progresiva rapida|progresivos rapidos|movilidad progresiva rapida|motilidad progresiva rapida',
  slowMotility:
    'progresiva lenta|progresivos lentos|movilidad progresiva lenta|motilidad progresiva lenta',
  immotile: 'inmoviles|inmotiles|no moviles',
  totalMotility: 'movilidad total|motilidad total|mov total|mot total',
  vitality: 'vitalidad espermatica|viabilidad|vivos',
  normalForms: 'morfologia normal|morfologia|normales',
  liquefaction: 'tiempo de licuefaccion',
  fsh: 'hormona foliculo estimulante|foliculoestimulante',
  lh: 'hormona luteinizante|luteinizante',
  testosterone: 'testosterona',
  prolactin: 'prl',
  estradiol: 'e2',
  dheaS: 'dhea so4|sulfato de dhea',
  hba1c: 'hba1c|hemoglobina glucosilada|hemoglobina glicada',
  freeT4: 't4l|tiroxina libre',
  freeT3: 't3l',
};

/** Field or analyte by name. A field takes precedence over an analyte of the same name. */
const targetsByName: ReadonlyMap<string, string> = new Map(
  [
    ...analyteKeys
      .filter((key) => !getAnalyte(key).isDerived)
      .flatMap((key) => {
        const { label, short = label } = getAnalyte(key);
        return [key, label, short].map((name) => [name, key]);
      }),
    ...columnFields.flatMap((field) => [
      [field, field],
      [columnFieldNames[field], field],
    ]),
    ...Object.entries(usualNames).flatMap(([target, names]) =>
      names.split('|').map((name) => [name, target]),
    ),
  ].map(([name = '', target = '']) => [foldHeading(name), target]),
);

/** The field or analyte of a heading or of an observation's name, with or without a unit. */
export function guessHeading(heading: string): string | null {
  const target = guessName(heading);
  if (target === null || !isAnalyteKey(target)) return target;
  const read = findHeadingUnit(heading, target);
  // With an unknown unit, the column keeps its analyte, and the user chooses the unit.
  const unit = read && 'unknown' in read && read.unknown.includes('/') ? read.unknown : '';
  const isNamed = confirmsAnalyte(heading.replace(unit, ''), target);
  const isOther = namesDeletion(heading, target) || isOtherSpecimen(target, heading, '');
  return isNamed && !isOther ? target : null;
}

/** The heading of the column with analytes, by its most exact name; undefined without one. */
export const findTestHeading = (headings: readonly string[]) =>
  (usualNames.test ?? '')
    .split('|')
    .flatMap((name) => headings.find((one) => foldHeading(one) === name) ?? [])[0];

/** Whether a name describes the deletion of a region: then 'present' means that the analyte is absent. */
export const namesDeletion = (name: string, key: AnalyteKey) =>
  getAnalyte(key).kind === 'choice' && /dele[ct]/i.test(name);

function guessName(heading: string): string | null {
  const whole = targetsByName.get(foldHeading(heading));
  if (whole !== undefined) return whole;
  const words = headingWords(heading);
  for (let end = words.length; end > 0; end -= 1) {
    const target = targetsByName.get(foldHeading(words.slice(0, end).join(' ')));
    const unit = words.slice(end);
    const isUnit = unit.length === 0 || isUnitText(unit.join(' ')) || isUnitText(unit.join('/'));
    if (target !== undefined && isUnit) return target;
  }
  // 'Globulina transportadora (SHBG)', but not 'Lipoproteína (a)'.
  const [inside] = insideBrackets(heading).flatMap(
    (text) => (text.length > 1 && targetsByName.get(foldHeading(text))) || [],
  );
  return inside ?? null;
}

/** The different units of a result: those in its name and others that were written with it. */
export function listUnits(
  name: string,
  analyte: AnalyteKey | null,
  written: readonly (string | null | undefined)[],
): string[] {
  const found = analyte && findHeadingUnit(name, analyte);
  const named = found ? Object.values(found) : insideBrackets(name).filter(isUnitText);
  const units: string[] = [];
  const texts = [...written, ...named].flatMap((text) => text || []);
  for (const one of texts.filter((text, index) => index === 0 || isUnitText(text))) {
    const unit = (analyte && readAnalyteUnit(analyte, one)) || one;
    if (!units.some((other) => namesUnit(unit, other))) units.push(unit);
  }
  return units;
}

/**
 * Whether the unit or the printed range of a seminal analyte contradicts semen: leukocytes per field, or as in a blood
 * count, and the pH of urine.
 */
export function isOtherSpecimen(key: AnalyteKey, unit: string, range: string): boolean {
  const low = readRange(range, unit)?.low ?? '0';
  if (key === 'ph') return low !== '0' && compareDecimals(low, '7') < 0;
  if (key !== 'leukocytes') return false;
  return /(?:\/|x|por) ?(?:[uµμ]l|mm|l\b)|campo/i.test(unit) || compareDecimals(low, '0') > 0;
}

/** Words for a sample after a stimulus: '60 min post GnRH', 'estimulada', but not '8 h de ayuno'. */
const MOMENT = String.raw`(?<!ayuno (?:de )?)\d+ ?(?:min|minutos?|h|hrs?|horas?)\b(?! (?:de )?ayuno)|post ?(?:gnrh|lhrh|hcg|estim\w*|carga|clomifeno)|estimulad[oa]s?|estimulacion|estimulo|supres\w*`;
/** Words for a material that is neither blood nor semen. */
const MATERIAL = String.raw`orina|urinari[ao]s?|saliva\w*|lcr|cefalorraquideo`;
/** Words for semen that is not fresh, and for sperm from another place. */
const PREPARED = String.raw`capacit\w*|swim\w*|gradientes?|percoll|lavad[ao]s?|(?:des)?congelad[ao]s?|biopsia|tese|epididim\w*`;

/**
 * The words of a study's name for a material other than that of its observation (blood or semen), for blood after a
 * stimulus, or for prepared semen. The last two do not matter if the observation's own name has 'basal'.
 */
export function findStudyMatter(
  name: string,
  { isBlood, isBasal }: { readonly isBlood: boolean; readonly isBasal: boolean },
): string | undefined {
  const moment = isBlood ? MOMENT : PREPARED;
  const words = isBasal ? MATERIAL : `${moment}|${MATERIAL}`;
  return new RegExp(String.raw`\b(?:${words})\b`).exec(foldHeading(name))?.[0];
}

/** The analyte of an observation's name; null for any other text. */
export function guessAnalyte(name: string): AnalyteKey | null {
  const found = guessHeading(name);
  return found !== null && isAnalyteKey(found) ? found : null;
}
