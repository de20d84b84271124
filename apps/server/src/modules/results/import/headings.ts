import {
  type AnalyteKey,
  analyteKeys,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { isUnitText } from '@simiente/contract/results/analytes/read-unit';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import {
  type ColumnField,
  columnFieldNames,
  columnFields,
} from '@simiente/contract/results/columns';

/** The unit of a heading: a unit of its analyte, or an unknown text. */
export type HeadingUnit = { readonly unit: UnitName } | { readonly unknown: string };

const headingWords = (heading: string) =>
  heading
    .replace(BRACKETS, ' ')
    .replaceAll('%', ' % ')
    .split(/[\s_,;:]+/)
    .filter(Boolean);

const BRACKETS = /[([]((?:[^()[\]]|\(\d+\)|\[\w+\])+)[)\]]/g;

/** Qualifiers in brackets that are not units: matter, method, classes of motility. */
const QUALIFIER =
  /^(?:en )?(?:suero|plasma|sangre|semen|orina|basal|total(?:es)?|libre|manual|casa|(?:oms|who).*|[a-d](?: ?\+ ?[a-d])*|pr|np|im|pr ?\+ ?np|\d+|valor|resultado)$/;

/** Lower case without accents, signs at the end or further spaces. */
export const foldHeading = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\p{M}\uFEFF.:*]/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLocaleLowerCase('es');

/** The unit after a heading's name or in brackets; null without one. */
export function headingUnit(heading: string, analyte: AnalyteKey): HeadingUnit | null {
  const { label, short = '', units: own } = getAnalyte(analyte);
  if (own.length === 0) return null;
  const names = new Set([label, short, ...insideBrackets(label)].map(foldHeading));
  const inside = insideBrackets(heading).filter(
    (text) => !names.has(foldHeading(text)) && !QUALIFIER.test(foldHeading(text)),
  );
  const words = headingWords(heading);
  const trailing = words.slice(1).flatMap((_, index) => {
    const rest = words.slice(index + 1);
    return [rest.join(' '), rest.join('/')];
  });
  for (const text of [...inside, ...trailing]) {
    const unit = readAnalyteUnit(analyte, text);
    if (unit !== null) return { unit };
  }
  const unknown = inside[0] ?? trailing.find((text) => isUnitText(text) || text.includes('/ml'));
  return unknown === undefined ? null : { unknown };
}

const insideBrackets = (text: string) =>
  [...text.matchAll(BRACKETS)].map(([, inside = '']) => inside.trim());

/** Unit of a column of durations; null if its heading has no unit. */
export function durationUnit(heading: string): 'd' | 'h' | 'other' | null {
  const words = foldHeading(heading).split(/[^a-z]+/);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (has(/^(?:sem|semanas?|mes|meses|min|minutos?)$/)) return 'other';
  if (has(/^(?:h|hr|hrs|horas?)$/)) return 'h';
  return has(/^(?:d|dias?)$/) ? 'd' : null;
}

/** Usual names in laboratories, in addition to those of fields and analytes, separated by '|'. */
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
    'abstinencia|dias abstinencia|horas de abstinencia|horas abstinencia|abstinencia sexual',
  fastingHours: 'ayuno|horas ayuno',
  completeSample: 'recoleccion completa',
  method: 'metodologia|tecnica',
  volume: 'vol|volumen seminal|volumen del eyaculado',
  concentration:
    'concentracion espermatica|concentracion de espermatozoides|conc|densidad espermatica',
  totalNumber: 'total de espermatozoides|numero total de espermatozoides|conteo total',
  progressiveMotility:
    'movilidad progresiva|motilidad progresiva|progresivos|mov progresiva|mot progresiva',
  nonProgressiveMotility: 'movilidad no progresiva|motilidad no progresiva|no progresivos',
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

/** Guesses by name and key; a field takes precedence over an analyte of the same name. */
const guesses: ReadonlyMap<string, string> = new Map(
  [
    ...analyteKeys
      .filter((key) => !getAnalyte(key).isDerived)
      .flatMap((key) => {
        const { label, short } = getAnalyte(key);
        return [key, label, ...(short === undefined ? [] : [short])].map((name) => [name, key]);
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

/** Field or analyte that a heading or the name of an observation names, with or without a unit. */
export function guessHeading(heading: string): string | null {
  const target = guessName(heading);
  if (target === null || !isAnalyteKey(target)) return target;
  return otherMatter(heading, target) !== undefined || namesDeletion(heading, target)
    ? null
    : target;
}

/** Whether a name describes the deletion of a region: then a present finding means that the analyte is absent. */
export const namesDeletion = (name: string, key: AnalyteKey) =>
  getAnalyte(key).kind === 'choice' && /dele[ct]/i.test(name);

function guessName(heading: string): string | null {
  const whole = guesses.get(foldHeading(heading));
  if (whole !== undefined) return whole;
  const words = headingWords(heading);
  for (let end = words.length; end > 0; end -= 1) {
    const target = guesses.get(foldHeading(words.slice(0, end).join(' ')));
    const rest = words.slice(end);
    const isUnit = rest.length === 0 || isUnitText(rest.join(' ')) || isUnitText(rest.join('/'));
    if (target !== undefined && isUnit) return target;
  }
  // 'Globulina transportadora (SHBG)'.
  const [inside] = insideBrackets(heading).flatMap((text) => guesses.get(foldHeading(text)) ?? []);
  return inside ?? null;
}

/** Words for a sample after a stimulus instead of a basal one: '60 min post GnRH', 'estimulada', but not '8 h de ayuno'. */
const MOMENT = String.raw`(?<!ayuno (?:de )?)\d+ ?(?:min|minutos?|h|hrs?|horas?)\b(?! (?:de )?ayuno)|post ?(?:gnrh|lhrh|hcg|estim\w*|carga|clomifeno)|estimulad[oa]s?|estimulacion|estimulo|supres\w*`;
/** Words for another moment or specimen than the analyte's: 'en orina', 'monomérica'. */
const OTHER_MATTER = new RegExp(
  String.raw`\b(?:${MOMENT}|post\w*|tras|despues|orina|saliva\w*|libre|biodisponible|monomeric\w*|macro\w*|relacion|cociente|ratio|testiculo|prostata|capacit\w*|fraccion)\b`,
  'g',
);

/** The words of a text for a sample after a stimulus. */
export const findMoment = (text: string) =>
  new RegExp(String.raw`\b(?:${MOMENT})`).exec(foldHeading(text))?.[0];

/** The words of a name that its analyte does not have itself. */
export function otherMatter(text: string, key: AnalyteKey): string | undefined {
  const { label, short = '' } = getAnalyte(key);
  const ownHeading = foldHeading(`${label} ${short}`);
  // Urine after orgasm has many names.
  if (ownHeading.includes('orina')) return undefined;
  return foldHeading(text)
    .match(OTHER_MATTER)
    ?.find((word) => !ownHeading.includes(word));
}

/** The analyte with this name of an observation; null for any other text. */
export function analyteNamed(name: string): AnalyteKey | null {
  const found = guessHeading(name);
  return found !== null && isAnalyteKey(found) ? found : null;
}
