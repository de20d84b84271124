import { bloodAnalytes } from '../../results/analytes/catalogue.ts';
import { splitSentences } from '../sentences.ts';
import type { Finding, QuotableFact, QuotableResult } from '../version.ts';
import { checkComparison, checkReference } from './check-limits.ts';
import { checkStatement } from './check-statements.ts';
import { checkChange, checkValue } from './check-values.ts';
import type { Claim, ClaimOfKind, Subject } from './claims.ts';
import { type ReadSentence, readClauses } from './clauses.ts';
import {
  deniesBefore,
  findNearestTimes,
  type Heading,
  isForeign,
  isInOtherColumn,
  readContexts,
} from './context.ts';
import { NO_RESULT, type Record, UNDECIDED, unknown } from './finding.ts';
import { mayNotConcernPatient, plainText } from './plain-text.ts';
import { ABSTINENCE, newestFirst } from './quotable-result.ts';
import { findEditions } from './references.ts';
import { readQuantities, type Token, tokenize } from './tokens.ts';
import { findTreatments } from './treatments.ts';

const SMALL_NUMBER = '(?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)';
const BIG_NUMBER = String.raw`(?:trece|catorce|quince|(?:dieci|veint)\p{L}+|treinta|(?:cuar|cincu|ses|set|och|nov)enta|cien(?:to)?|\p{L}+cient[oa]s|quinient[oa]s|mil)`;
/** Fractions, digits of other scripts, and amounts in words, which no reader turns into a number. */
const UNREADABLE_NUMBERS = [
  new RegExp(
    String.raw`(?<!\p{L}|por )(?:(?:${SMALL_NUMBER}|cero|medi[oa])(?= (?:coma|punto|y medi[oa]|esperm|%|por ?ci|mil|litro|kilo|gramo|m?[lg](?!\p{L})|[mnp]?(?:ui|g)\/|(?:\p{L}+ \p{L}+ )?dias de abst))|(?<=abstinencia[^.;\n]{0,30})${SMALL_NUMBER}|(?<=(?:[|:]| (?:es|fue|era|de)) ?)${SMALL_NUMBER}(?= ?(?:[|.,;)\n]|$)| y )|${BIG_NUMBER}(?!(?: y \p{L}+)? (?:min|hora|dia(?!s de abst)|semana|mes|ano)))(?:(?: y| coma| punto)? (?:${SMALL_NUMBER}|${BIG_NUMBER}|medi[oa]))*(?!\p{L})`,
    'gu',
  ),
  /(?<![\d/.,-])\d{1,3} ?\/ ?\d{1,3}(?![\d/])/g,
  /(?:(?![0-9¹²³⁰⁴-⁹])\p{N})+/gu,
  // Numerals of other scripts may be letters.
  /(?:(?!µ)[^\P{L}\p{Script=Latin}\p{Script=Greek}])+/gu,
  /(?<![\p{L}\p{N}])(?:\p{L}+|\p{N}+) de cada (?:\p{L}+|\p{N}+)|(?<!\p{L})(?:la (?:mayoria|minoria|media|mediana)|(?:mayor|gran) parte|(?:casi )?(?:todos|ninguno de) los espermatozoides|promedio|(?:cuart|tercil|quintil|decil)(?:il)?|no l[oa]s? (?:rebas|super|exced|alcanz)\p{L}+)(?!\p{L})/gu,
  /(?<!\p{L})(?:mitad|terci[oa]s?|(?:tres |un |una |dos )?cuart[oa]s?(?: partes?)|(?:tres|un|dos) cuartos?|quint[oa] (?:parte|percentil)|doble|triple|cuadruple|(?:media )?docenas?|decenas?|centenas?|centenar(?:es)?|duplic\p{L}*|triplic\p{L}*|un par de)(?!\p{L})/gu,
];
/** Roman numerals in capitals. A single letter counts only before a unit or after a noun such as 'Grado'. */
const ROMAN =
  /(?<![\p{L}\p{N},-])(?:(?=[XVI]{2,})(?=X*[VI])X{0,3}(?:IX|IV|V?I{0,3})|[IVXLC]+(?= ?(?:%|por ciento|m[UI]|mL|ng|pg|millon))|(?<=(?:[Gg]rado|[Tt]ipo|[Cc]lase|[Ee]stadio|[Ff]ase) )[IVX])(?![\p{L}\p{N}])/gu;

/** Reports unreadable numbers as 'unknown' unless a finding already covers them, so that no number is skipped. */
function unreadNumbers(text: string, plain: string, read: readonly Finding[]): Finding[] {
  const found = [
    ...UNREADABLE_NUMBERS.flatMap((pattern) => [...plain.matchAll(pattern)]),
    ...text.matchAll(ROMAN),
  ];
  return found.flatMap(({ index: start, 0: { length } }): Finding[] => {
    const end = start + length;
    if (read.some((one) => one.verdict !== 'treatment' && one.start < end && one.end > start))
      return [];
    const figure = text.slice(start, end);
    const message = 'Cifra que no se pudo leer';
    return [{ start, end, figure, unit: null, analyte: null, verdict: 'unknown', message }];
  });
}

/** Parts of a long text, cut at the end of a line or sentence where there is one, so that reading is linear. */
function splitBlocks(text: string): { readonly start: number; readonly block: string }[] {
  const blocks = text.matchAll(/[\s\S]{1,3998}(?:\n|\. |$)|[\s\S]{1,4000}/g);
  return [...blocks].map(({ index, 0: block }) => ({ start: index, block }));
}

/**
 * Checks each figure of a report against the quoted result or, for a reference, against WHO's tables and the printed
 * range. A figure without a matching result is 'unknown'. A figure without a named analyte never 'differs'.
 * @param timeZone the clinic's
 */
export function checkFigures(
  text: string,
  results: readonly (QuotableResult | QuotableFact)[],
  timeZone: string,
): Finding[] {
  let headings: readonly Heading[] = [];
  const foreign = { isParagraph: false, isLast: false };
  return splitBlocks(text).flatMap(({ start, block }) => {
    const plain = plainText(block);
    const contexts = readContexts(plain, splitSentences(block), headings);
    headings = contexts.at(-1)?.headings ?? headings;
    return checkBlock(block, plain, contexts, results, timeZone, foreign).map((finding) => ({
      ...finding,
      start: finding.start + start,
      end: finding.end + start,
    }));
  });
}

/**
 * A sentence is read into tokens and clauses; each claim of a clause is checked against the results.
 * @param foreign whether the paragraph, and its last sentence, may be about another person; kept between blocks
 */
function checkBlock(
  text: string,
  plain: string,
  contexts: ReturnType<typeof readContexts>,
  results: readonly (QuotableResult | QuotableFact)[],
  timeZone: string,
  foreign: { isParagraph: boolean; isLast: boolean },
): Finding[] {
  const known = newestFirst(results.filter((one) => 'value' in one));
  const facts = newestFirst(results.filter((one) => 'choice' in one));
  const named = known.flatMap(({ analyte, name }) => (analyte === null && name ? [name] : []));
  const rows = [...new Set(named)];
  const preliminary = known.flatMap((one) => (one.preliminary ? [one.analyte] : []));
  const quantities = readQuantities(plain);
  const common = { text, plain, known, facts, timeZone };
  let carried: Subject | null = null;
  let paragraph = 0;
  const denied = new Set<number>();
  const read = contexts.map(({ sentence, isHeading, startsParagraph, contextAt }, index) => {
    if (startsParagraph) [foreign.isParagraph, paragraph] = [foreign.isLast, index];
    const tokens = tokenize(text, plain, sentence, rows, quantities);
    const clauses: ReadSentence = readClauses(tokens, carried);
    carried = clauses.subject;
    const words = plain.slice(sentence.start, sentence.end);
    const editions = findEditions(words);
    const found = clauses.claims.flatMap((claim) => {
      const { column, words: around, isNeutral, concernsAnother, listed } = contextAt(claim.start);
      // The date in 'En tu muestra del 5 oct' belongs to semen, so it is ignored for blood results.
      const times = findNearestTimes(
        around.filter((one) => !isBloodClaim(claim) || !/muestra/.test(one)),
      );
      const record = { ...common, editions, times, listed };
      const concernsOther =
        concernsAnother ||
        (claim.kind === 'value' && isInOtherColumn(column, claim.subject.mention.keys));
      const isUncertain =
        !clauses.isFullyRead && (!isStatedValue(claim, tokens) || mayNotConcernPatient(words));
      const checked = checkClaim(record, claim);
      if (concernsOther || isUncertain) return checked.map((one) => leaveOpen(one, DECIDED));
      return isNeutral ? checked : checked.map((one) => leaveOpen(one, CONFIRMED));
    });
    // A sentence with 'preliminar' is confirmed only if one of its values is preliminary.
    const isSettled =
      tokens.every(({ kind }) => kind !== 'preliminary') ||
      found.some(({ analyte }) => preliminary.includes(analyte));
    const hasSeveralTimes = tokens.some((one) => one.kind === 'time' && 'isSeveral' in one.time);
    const isDecided =
      clauses.isFullyRead && isSettled && !hasSeveralTimes && hasOneDomain(tokens, found);
    const checked =
      isDecided && !foreign.isParagraph ? found : found.map((one) => leaveOpen(one, CONFIRMED));
    const isStated = clauses.isFullyRead && clauses.claims.length > 0;
    if (!isStated && deniesBefore(words))
      for (let at = paragraph; at < index; at += 1) denied.add(at);
    foreign.isLast = !isHeading && !isStated && isForeign(words);
    foreign.isParagraph ||= foreign.isLast;
    return [...checked, ...findTreatments(sentence, plain, tokens)];
  });
  const findings = read.flatMap((found, index) =>
    denied.has(index) ? found.map((one) => leaveOpen(one, CONFIRMED)) : found,
  );
  return [...findings, ...unreadNumbers(text, plain, findings)].toSorted(
    (one, other) => one.start - other.start,
  );
}

function isBloodClaim(claim: Claim): boolean {
  const subject = 'subject' in claim ? claim.subject : 'subjects' in claim && claim.subjects[0];
  return subject ? Object.hasOwn(bloodAnalytes, subject.mention.keys[0] ?? '') : false;
}

/**
 * Whether a claim states a value, which unknown words cannot make right. Days of abstinence may be advice, and 'FSH y LH
 * de 4.5 y 3.2' has values of two analytes.
 */
function isStatedValue(claim: Claim, tokens: readonly Token[]): boolean {
  if (claim.kind !== 'value' || claim.subject.mention.keys[0] === ABSTINENCE) return false;
  const before = tokens.filter(
    ({ start, kind }) => start < claim.start && /^(?:analyte|number)$/.test(kind),
  );
  return before.slice(-2).filter(({ kind }) => kind === 'analyte').length < 2;
}

const CONFIRMED = /agrees$/;
// About another person, or beside unknown words, other claims than values do not differ either.
const DECIDED = /(?:agrees|differs)$/;
/** Leaves a finding with one of the verdicts open, because other words may change it. */
function leaveOpen(finding: Finding, verdicts: RegExp): Finding {
  if (!verdicts.test(finding.verdict)) return finding;
  const { expected: _, ...one } = finding;
  return { ...one, verdict: 'unknown', message: UNDECIDED };
}

function checkClaim(record: Record, claim: Claim): Finding[] {
  switch (claim.kind) {
    case 'value':
      return record.listed
        ? [checkReference({ record, ...claim }, record.listed, null)]
        : [checkValue({ record, ...claim }, claim.times)];
    case 'reference':
      return [checkReference({ record, ...claim }, claim.limit, claim.sign)];
    case 'change':
      return checkChange(record, claim);
    case 'comparison':
      return [checkComparison(record, claim)];
    case 'unread':
      return [unreadClaim(record, claim)];
    default:
      return [checkStatement(record, claim)];
  }
}

function unreadClaim({ text }: Record, { start, end, quantity }: ClaimOfKind<'unread'>): Finding {
  const written = { start, end, figure: text.slice(start, end), unit: null, analyte: null };
  if (quantity === null) return unknown(written, UNDECIDED);
  const unit = quantity.unitAt && text.slice(quantity.unitAt.start, quantity.unitAt.end).trim();
  return unknown({ ...written, figure: text.slice(start, quantity.number.end), unit }, NO_RESULT);
}

/** Whether words about semen or blood fit the analytes found: 'los leucocitos en sangre' are not those of semen. */
function hasOneDomain(tokens: readonly Token[], found: readonly Finding[]): boolean {
  const isBlood = ({ analyte }: Finding) => Object.hasOwn(bloodAnalytes, analyte ?? '');
  return tokens.every(
    (one) =>
      one.kind !== 'filler' ||
      (one.domain !== 'semen' && one.domain !== 'blood') ||
      found.every((finding) => isBlood(finding) === (one.domain === 'blood')),
  );
}
