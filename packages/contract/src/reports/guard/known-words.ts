import { findCentileRow } from '../../results/semen/who-centiles.ts';
import type { Finding } from '../version.ts';
import { NEGATED, PLACED, REACH } from './comparison.ts';
import type { Span } from './counted-numbers.ts';
import { CHANGES, DATES, EARLIER, NEWEST } from './dates-in-text.ts';
import { APPROXIMATE, type Figure } from './figures.ts';
import type { Mention } from './mentions.ts';
import type { PercentileClaim } from './percentiles.ts';
import { blanks, NEGATION, splitClauses } from './plain-text.ts';
import { REGION_OR_CULTURE } from './regions-and-cultures.ts';
import { TO } from './time-meant.ts';

const words = (...lists: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${lists.join('|')})(?![\p{L}\p{N}])`, 'gu');

/**
 * Words that cannot change a statement. Negations, conditions, modal verbs, comparisons, degrees, causes, other
 * people and other times never belong here. Whole phrases of the drafts by rules are in front.
 */
const CONNECTING = words(
  'el laboratorio no imprimio un rango con el cual compararlo|no hubo eyaculado(?=: el volumen fue de 0 ml)',
  '(?:falta saber que mostro|tampoco en|ni en|y si en) el sedimento(?: centrifugado)?(?:, necesario para llegar a una conclusion)?',
  '(?:antes de llegar a una conclusion suele repetirse|se sugiere repetir) el (?:analisis|seminograma)(?: despues de)?',
  '(?<=percentil[^;]{1,40})hombres fertiles|la muestra completa y|revision del sedimento centrifugado|posterior al orgasmo|de cada (?:100|cien)',
  '(?:segun )?(?:la )?(?:oms|who|manual|edicion)(?:[ ,(]+(?:2010|2021|[56][.]?[aª]))?|segun el laboratorio|perfil (?:hormonal|tiroideo)',
  'el|la|l[oa]s|un|una|al?|del?|en|con|por|para|y|e|que|se|su|sus|tus?|esta|asi como|entre(?= [0-9])|tambien|ademas|respectivamente',
  'es|son|fue|fueron|estan|tiene|tuvo|hay|hubo|ha sido|presentan?|presento|muestra|mostro|trata|cursa|asciende a|representan?',
  '(?:report|registr|observ|detect|encontr|identific|apreci|diagnostic|document|confirm|mostr|demostr|ubic|hall|cont)(?:a|o|an|aron)',
  'encuentran?|situa|obtuvo|mide|midio|resulta|resulto|queda|quedo|quedaron|salio|suman?|equivale|corresponden?|compatibles?|agenda',
  'semen|seminal|espermatic[oa]|espermatozoides|eyaculado|seminograma|espermatobioscopia|estudio|analisis|examen|directo|fresco|sedimento',
  'resultados?|indice|valor|nivel|parametro|datos?|cuadro|hallazgos?|cuenta|numero|porcentaje|calculado|preliminar|sangre|suero|seric[oa]',
  'laboratorio|paciente|cromosoma|azf|region(?:es)?|bacteriano|formas?|marcadores bioquimicos|ecografia(?: testicular| transrectal)?|testiculo|criterios estrictos',
);
/** Words beside a checked reference or statement. */
const OF_REFERENCE = words(
  'ref(?:erencia)?|vr|vn|limites?|umbral|rangos?|intervalo|consenso|minimo|inferior|superior|esperad[oa]|valores|considera|espera|repite',
  '(?:percentil(?:es)? |p)[0-9]+(?:[.]5)?',
);
/** Times that are checked only as earlier ones, and changes without a direction. */
const VAGUE = /^(?:hace|mejor|empeor)|pasad/;

interface Read {
  readonly plain: string;
  readonly mentions: readonly Mention[];
  readonly figures: readonly Figure[];
  readonly claims: readonly PercentileClaim[];
  readonly statements: readonly Finding[];
  readonly findings: readonly Finding[];
}

/** Whether the guard knows each word of a sentence: a part that it passes over may change the rest. */
export function isWhollyRead(sentence: Span, read: Read): boolean {
  const { plain } = read;
  const isInside = ({ start }: Pick<Span, 'start'>) =>
    start >= sentence.start && start < sentence.end;
  const figures = read.figures.filter(({ number }) => isInside(number));
  const claims = read.claims.filter(isInside);
  // The verb has no accent in the plain text.
  const statements = read.statements.filter((one) => isInside(one) && one.figure !== 'bajó');
  const isCondition = ({ figure }: Finding) => /spermi[ac]/i.test(figure);
  const used = [...figures, ...claims.flatMap(({ mentions }) => mentions)];
  const isUsed = ({ keys, rows }: Mention) =>
    rows.length > 0 ||
    (keys.length > 0 && !statements.every(isCondition)) ||
    used.some((one) => one.keys.some((key) => keys.includes(key)));

  let rest = plain.slice(sentence.start, sentence.end);
  /** Hides a part, with the words in front that the guard read with it. */
  const hide = ({ start, end }: Span, front = /$/) => {
    const before = front.exec(plain.slice(Math.max(sentence.start, start - REACH), start));
    const from = Math.max(0, start - (before?.[0].length ?? 0) - sentence.start);
    const to = Math.max(from, end - sentence.start);
    rest = rest.slice(0, from) + blanks(to - from) + rest.slice(to);
  };
  const hideWords = (patterns: readonly RegExp[], { start, end }: Span = sentence) => {
    const found = patterns.flatMap((one) => [
      ...plain.slice(start, end).matchAll(new RegExp(one, 'gu')),
    ]);
    for (const { index, 0: text } of found)
      if (!VAGUE.test(text)) hide({ start: start + index, end: start + index + text.length });
  };
  for (const { number, end, to, unitAt, sign, role, keys, isApproximate } of figures) {
    hide(number, isApproximate ? APPROXIMATE : undefined);
    if (to) hide({ start: number.start, end: to.end }, PLACED);
    if (unitAt) hide(unitAt);
    if (sign) hide({ start: sign.start, end: number.start }, NEGATED);
    // The centiles of WHO are lower limits.
    if (role === 'reference' && findCentileRow(keys[0] ?? ''))
      hideWords([/^ *o mas(?!\p{L})/u], { start: end, end: sentence.end });
  }
  for (const mention of read.mentions) if (isInside(mention) && isUsed(mention)) hide(mention);
  for (const { from, end } of claims) hide({ start: from, end }, NEGATED);
  const clauses = splitClauses(plain, sentence);
  for (const one of statements) {
    hide(one);
    const clause = clauses.findLast(({ start }) => start <= one.start) ?? sentence;
    // A negation in front of a figure is the figure's.
    const last = figures.findLast(({ number }) => number.start < one.start)?.end ?? clause.start;
    if (/^azf|^growth/.test(one.analyte ?? '')) hideWords([NEGATION, ...REGION_OR_CULTURE], clause);
    else hideWords([NEGATION], { start: Math.max(clause.start, last), end: one.start });
  }
  const isJoined = ({ previous, number }: Figure) =>
    previous !== null && TO.test(plain.slice(previous, number.start));
  if (figures.length > 0) hideWords([NEWEST, EARLIER]);
  if (figures.some(isJoined)) hideWords([CHANGES]);
  const isOfReference =
    statements.length > 0 ||
    read.findings.some((one) => isInside(one) && one.verdict.startsWith('reference'));
  hideWords(isOfReference ? [CONNECTING, OF_REFERENCE, ...DATES] : [CONNECTING, ...DATES]);
  return !/[\p{L}\p{N}¿?]/u.test(rest);
}
