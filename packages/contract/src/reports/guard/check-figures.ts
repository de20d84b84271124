import { subtract } from '../../results/decimal.ts';
import { type Sentence, splitSentences } from '../sentences.ts';
import type { Finding, KnownFact, KnownResult } from '../version.ts';
import { conditionsIn, levelsIn } from './conditions.ts';
import { contextsIn, isOfAnother, timeAround } from './context.ts';
import { datesIn, isOn, timeNamed } from './dates-in-text.ts';
import { type Figure, figuresIn } from './figures.ts';
import { type Quoted, UNDECIDED } from './finding.ts';
import { newestFirst } from './known-result.ts';
import { isWhollyRead } from './known-words.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { checkPercentile, percentilesIn } from './percentiles.ts';
import { isElsewhere, plainText, splitClauses } from './plain-text.ts';
import { checkReference } from './quoted-references.ts';
import { checkComparison, checkValue } from './quoted-values.ts';
import { editionsNamed } from './references.ts';
import { culturesIn, Newest, regionsIn, type Statement } from './regions-and-cultures.ts';
import { treatmentsIn } from './treatments.ts';

/** Fractions, digits of other scripts, and amounts in words that no reader turns into a number. */
const UNREAD = [
  /(?<![\d/.,-])\d{1,3} ?\/ ?\d{1,3}(?![\d/])/g,
  /(?:(?![0-9¹²³⁰⁴-⁹])\p{N})+/gu,
  // Numerals of other scripts may be letters.
  /(?:(?!µ)[^\P{L}\p{Script=Latin}\p{Script=Greek}])+/gu,
  /(?<!\p{L})(?:\p{L}+|\p{N}+) de cada (?:\p{L}+|\p{N}+)|(?<!\p{L})(?:la (?:mayoria|minoria|media|mediana)|(?:mayor|gran) parte|(?:casi )?(?:todos|ninguno de) los espermatozoides|promedio|(?:cuart|tercil|quintil|decil)(?:il)?|no l[oa]s? (?:rebas|super|exced|alcanz)\p{L}+)(?!\p{L})/gu,
  /(?<!\p{L})(?:mitad|terci[oa]s?|(?:tres |un |una |dos )?cuart[oa]s?(?: partes?)|(?:tres|un|dos) cuartos?|quint[oa] (?:parte|percentil)|doble|triple|cuadruple|(?:media )?docenas?|decenas?|centenas?|centenar(?:es)?|duplic\p{L}*|triplic\p{L}*|un par de)(?!\p{L})/gu,
];
/** Roman numbers in capitals; a single letter only behind a noun that is counted by them. */
const ROMAN =
  /(?<![\p{L}\p{N},-])(?:(?=[XVI]{2,})(?=X*[VI])X{0,3}(?:IX|IV|V?I{0,3})|[IVXLC]+(?= ?(?:%|por ciento|m[UI]|mL|ng|pg|millon))|(?<=(?:[Gg]rado|[Tt]ipo|[Cc]lase|[Ee]stadio|[Ff]ase) )[IVX])(?![\p{L}\p{N}])/gu;

/** The numbers of a text that cannot be read, so that none is passed over. */
function unreadNumbers(text: string, plain: string, read: readonly Finding[]): Finding[] {
  const found = [
    ...UNREAD.flatMap((pattern) => [...plain.matchAll(pattern)]),
    ...text.matchAll(ROMAN),
  ];
  return found.flatMap(({ index: start, 0: { length } }): Finding[] => {
    const end = start + length;
    if (read.some((one) => one.start < end && one.end > start)) return [];
    const figure = text.slice(start, end);
    const message = 'Cifra que no se pudo leer';
    return [{ start, end, figure, unit: null, analyte: null, verdict: 'unknown', message }];
  });
}

/** The results that a figure may quote, the newest first. */
function findResults(figure: Figure, results: readonly KnownResult[]): KnownResult[] {
  const own = [...figure.keys, ...figure.rows].flatMap((key) =>
    results.filter(({ analyte, name }) => (analyte ?? name) === key),
  );
  if (!figure.isComplement) return own;
  return own.map((result) => ({ ...result, value: subtract('100', result.value) }));
}

/** Characters that are compared with one another; most reports are one block. */
const LONGEST_BLOCK = 4000;

/** Parts of a long text, cut at the end of a line, or of a word, where there is one. */
function splitBlocks(text: string): { readonly start: number; readonly block: string }[] {
  const blocks: { start: number; block: string }[] = [];
  for (let start = 0; start < text.length; ) {
    const whole = text.slice(start, start + LONGEST_BLOCK);
    const isLast = start + whole.length === text.length;
    const cut = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('. ')) + 1;
    const block = isLast || cut === 0 ? whole : whole.slice(0, cut);
    blocks.push({ start, block });
    start += block.length;
  }
  return blocks;
}

/**
 * The figures of a report, each against the result that it quotes, or as a reference against WHO's tables and the
 * printed range. `timeZone` is the clinic's. A figure without a match in the record is 'unknown', and one without a
 * named analyte never differs.
 */
export function checkFigures(
  text: string,
  results: readonly (KnownResult | KnownFact)[],
  timeZone: string,
): Finding[] {
  return splitBlocks(text).flatMap(({ start, block }) =>
    checkBlock(block, results, timeZone).map((finding) => ({
      ...finding,
      start: finding.start + start,
      end: finding.end + start,
    })),
  );
}

function checkBlock(
  text: string,
  results: readonly (KnownResult | KnownFact)[],
  timeZone: string,
): Finding[] {
  const plain = plainText(text);
  const sentences = splitSentences(text);
  const known = newestFirst(results.filter((one) => 'value' in one));
  const facts = newestFirst(results.filter((one) => 'choice' in one));
  const rows = [
    ...new Set(known.flatMap(({ analyte, name }) => (analyte === null && name ? [name] : []))),
  ];
  const mentions = mentionsIn(plain, rows);
  const contexts = contextsIn(plain, sentences);
  const figures = figuresIn(plain, sentences, mentions, contexts);
  const quoted: Quoted[] = [];
  const findings = figures.map((figure) => {
    const own = findResults(figure, known);
    const context = { text, plain, figure, results: own, known, timeZone, quoted };
    const checked =
      checkComparison(context) ??
      (figure.role === 'reference' ? checkReference(context) : checkValue(context));
    if (figure.role === 'value' && figure.sign === null)
      quoted.push({ figure, result: checked.result ?? null });
    return checked;
  });
  const claims = percentilesIn(plain, sentences, mentions);
  const positions = claims.map((claim) => {
    const time = timeAround(contexts(claim.start));
    return checkPercentile({ text, plain, claim, known, timeZone, time });
  });
  const isOfItsTime = ({ quotes = [] }: Finding, time: string) => {
    const dates = datesIn(time);
    const isMeant = (id: string) =>
      results.some((one) => one.idValue === id && dates.some((at) => isOn(one, at, timeZone)));
    return time === '' || (quotes.length > 0 && quotes.every(isMeant));
  };
  const statements = checkStatements(text, plain, sentences, mentions, known, facts).map((one) =>
    isOfItsTime(one, timeAround(contexts(one.start)))
      ? one
      : { ...one, verdict: 'unknown' as const, message: UNDECIDED },
  );
  const all = [...findings, ...positions, ...statements];
  const parts = { plain, mentions, figures, claims, statements, findings: all, known };
  const read = sentences.flatMap((sentence) => {
    const own = all.filter(({ start }) => start >= sentence.start && start < sentence.end);
    const isRead = !own.some(confirms) || isWhollyRead(sentence, parts);
    const isElse = isElsewhere(plain.slice(sentence.start, sentence.end));
    const isOfPatient = (at: number) => !isElse && !isOfAnother(contexts(at));
    return own.map((one) =>
      (isRead || !confirms(one)) &&
      (isOfPatient(one.start) || !/^(?:agrees|differs)/.test(one.verdict))
        ? one
        : { ...one, verdict: 'unknown' as const, message: UNDECIDED },
    );
  });
  const treatments = treatmentsIn(plain, sentences);
  return [...read, ...unreadNumbers(text, plain, read), ...treatments].toSorted(
    (one, other) => one.start - other.start,
  );
}

const confirms = ({ verdict }: Finding) => verdict.endsWith('agrees');

/** Checks statements in words: diagnoses of semen, levels, regions of AZF, growth in cultures. */
function checkStatements(
  text: string,
  plain: string,
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
  results: readonly KnownResult[],
  facts: readonly KnownFact[],
): Finding[] {
  const newest = new Newest(results, facts);
  return sentences.flatMap((sentence) => {
    const words = plain.slice(sentence.start, sentence.end);
    const time = timeNamed(words);
    const isOfOther = editionsNamed(words).some((edition) =>
      newest.numbers.some(({ whoEdition }) => whoEdition && whoEdition !== edition),
    );
    const isOpen = isOfOther || time === 'several' || time === 'dated' || time === 'earlier';
    return splitClauses(plain, sentence).flatMap((clause) =>
      [conditionsIn, levelsIn, regionsIn, culturesIn].flatMap((read) => {
        const found = read(plain, clause, newest, mentions);
        const quotes = newest.takeQuotes();
        return found.map((statement) => {
          return asFinding(text, { ...statement, quotes, ...(isOpen && { answer: null }) });
        });
      }),
    );
  });
}

function asFinding(
  text: string,
  { start, end, answer, because, analyte, quotes = [] }: Statement,
): Finding {
  const figure = text.slice(start, end);
  const written = { start, end, figure, unit: null, analyte, quotes: [...quotes] };
  // The verb has no accent in the plain text.
  if (answer === null || figure === 'bajó') {
    return { ...written, verdict: 'unknown', message: UNDECIDED };
  }
  if (answer) return { ...written, verdict: 'agrees', message: `«${figure}», coincide` };
  return {
    ...written,
    verdict: 'differs',
    message: `«${figure}» no coincide con los resultados${because === '' ? '' : `: ${because}`}`,
  };
}
