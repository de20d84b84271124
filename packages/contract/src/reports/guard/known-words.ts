import { bloodAnalytes } from '../../results/analytes/catalogue.ts';
import { findCentileRow } from '../../results/semen/who-centiles.ts';
import type { Finding, KnownResult } from '../version.ts';
import { NEGATED, PLACED, REACH } from './comparison.ts';
import type { Span } from './counted-numbers.ts';
import { CHANGES, DATES, datesIn, EARLIER, NEWEST } from './dates-in-text.ts';
import { APPROXIMATE, type Figure } from './figures.ts';
import type { Mention } from './mentions.ts';
import type { PercentileClaim } from './percentiles.ts';
import { blanks, NEGATION, splitClauses } from './plain-text.ts';
import { REGION_OR_CULTURE } from './regions-and-cultures.ts';
import { changeBefore, TO } from './time-meant.ts';

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
  '(?:segun )?(?:la )?(?:oms|who|manual|edicion)(?:[ ,(]+(?:2010|2021|[56][.]?[aª]))?|segun el laboratorio',
  'el|la|l[oa]s|un|una|al?|del?|en|con|por(?= (?:(?:de)?bajo|encima|arriba|abajo|eyaculado|ml|ciento)(?!\\p{L}))|y|e|que|se|su|sus|tus?|esta|entre(?= [0-9])|ademas|respectivamente',
  'es|son|fue|fueron|estan|tiene|tuvo|hay|hubo|ha sido|presentan?|presento|muestra|mostro|trata|cursa|asciende a',
  '(?:report|registr|observ|detect|encontr|identific|apreci|mostr|ubic|hall|cont|(?<=se )(?:confirm|demostr|diagnostic|document))(?:a|o|an|aron)',
  'encuentran?|situa|obtuvo|mide|midio|(?:corresponde a|result[ao](?: de)?)(?= [0-9])|queda|quedo|quedaron|salio|compatibles?(?= con \\p{L}*spermia)|agenda',
  'estudio|analisis|examen|directo',
  'resultados?|indice|valor|nivel|parametro|datos?|cuadro|hallazgos?|cuenta|numero|porcentaje|calculado',
  'laboratorio|(?<!la )paciente|cromosoma|azf|region(?:es)?|bacteriano|formas?|marcadores bioquimicos|ecografia(?: testicular| transrectal)?|criterios estrictos',
);
const OF_SEMEN = words(
  'semen|seminal|espermatic[oa]|espermatozoides|eyaculado|seminograma|espermatobioscopia|fresco',
);
const OF_BLOOD = words('perfil hormonal|sangre|suero|seric[oa]');
/** Words beside a checked reference or statement. */
const OF_REFERENCE = words(
  'ref(?:erencia)?|vr|vn|limites?|umbral|rangos?|intervalo|consenso|minimo|inferior|superior|esperad[oa]|valores|considera|espera|repite|para',
  '(?:percentil(?:es)? |p)[0-9]+(?:[.]5)?',
);
/** Times that are checked only as earlier ones, and changes without a direction. */
const VAGUE = /^(?:antes$|hace|mejor|empeor)|pasad/;
const TIMES = new RegExp(
  [...DATES, NEWEST, EARLIER].map(({ source }) => source.replaceAll(/\?<\w+>/g, '?:')).join('|'),
  'gu',
);
/** Verbs that leave the day open. */
const PAST = /^(?:eran?|habia|tenia)$/;

interface Read {
  readonly plain: string;
  readonly mentions: readonly Mention[];
  readonly figures: readonly Figure[];
  readonly claims: readonly PercentileClaim[];
  readonly statements: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly known: readonly KnownResult[];
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
    const isOfClause = /^azf|^growth/.test(one.analyte ?? '');
    if (isOfClause) hideWords(REGION_OR_CULTURE, clause);
    const isAlone = !figures.some(
      ({ number }) => number.start > clause.start && number.end <= clause.end,
    );
    if (isOfClause && isAlone) hideWords([NEGATION], clause);
    else hideWords([NEGATION], { start: Math.max(clause.start, last), end: one.start });
  }
  const isJoined = ({ previous, number }: Figure) =>
    previous !== null && TO.test(plain.slice(previous, number.start));
  for (const [index, figure] of figures.entries()) {
    const first = figures[index - 1];
    const change = first && isJoined(figure) && changeBefore(plain, sentence.start, first);
    if (change) hideWords([CHANGES], { start: sentence.start + change.index, end: first.end });
  }
  const keys = [...figures.flatMap((one) => one.keys), ...statements.map((one) => one.analyte)];
  const isOfBlood = (key: string | null) => Object.hasOwn(bloodAnalytes, key ?? '');
  if (!keys.some(isOfBlood)) hideWords([OF_SEMEN]);
  else if (keys.every(isOfBlood)) hideWords([OF_BLOOD]);
  if (read.known.some(({ preliminary, analyte }) => preliminary && keys.includes(analyte)))
    hideWords([/preliminar(?!\p{L})/u]);
  // Two times of one figure may contradict one another; `resultsInTime` reads a relative and a date in front.
  const starts = [sentence.start, ...figures.map(({ number }) => number.start)];
  const hasTwoTimes = starts.some((start, index) => {
    const part = plain.slice(start, starts[index + 1] ?? sentence.end);
    const times = [...part.matchAll(TIMES)].filter(([text]) => !PAST.test(text));
    const dates = times.filter(([text]) => datesIn(text).length > 0).length;
    return index > 0 ? times.length > 1 : dates > 1 || times.length - dates > 1;
  });
  if (hasTwoTimes) return false;
  if (figures.length > 0) hideWords([NEWEST, EARLIER]);
  const isOfReference =
    statements.length > 0 ||
    read.findings.some((one) => isInside(one) && one.verdict.startsWith('reference'));
  hideWords(isOfReference ? [CONNECTING, OF_REFERENCE, ...DATES] : [CONNECTING, ...DATES]);
  return !/[\p{L}\p{N}¿?]/u.test(rest);
}
