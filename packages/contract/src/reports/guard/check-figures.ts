import { subtract } from '../../results/decimal.ts';
import { splitSentences } from '../sentences.ts';
import type { Finding, KnownFact, KnownResult } from '../version.ts';
import { type Figure, figuresIn } from './figures.ts';
import type { Quoted } from './finding.ts';
import { newestFirst } from './known-result.ts';
import { checkPercentile, percentilesIn } from './percentiles.ts';
import { plainText } from './plain-text.ts';
import { checkReference } from './quoted-references.ts';
import { checkComparison, checkValue } from './quoted-values.ts';
import { checkStatements } from './statements.ts';
import { treatmentsIn } from './treatments.ts';
import { unreadNumbers } from './unread-numbers.ts';

/** The results that a figure may quote, the newest first. */
function findResults(figure: Figure, results: readonly KnownResult[]): KnownResult[] {
  if (figure.rowName !== null) {
    return results.filter(({ analyte, name }) => analyte === null && name === figure.rowName);
  }
  const byKey = figure.keys.flatMap((key) => results.filter(({ analyte }) => analyte === key));
  if (!figure.isComplement) return byKey;
  return byKey.map((result) => ({ ...result, value: subtract('100', result.value) }));
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
 * range that the laboratory printed. `timeZone` is the clinic's. What is not found in the record is 'unknown', and
 * what a text says of nothing that it names is never said to differ.
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
  const figures = figuresIn(plain, sentences, rows);
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
  const claims = percentilesIn(plain, sentences).map((claim) =>
    checkPercentile({ text, plain, claim, known, timeZone, quoted }),
  );
  const statements = checkStatements(text, plain, sentences, known, facts);
  const read = [...findings, ...claims, ...statements];
  const treatments = treatmentsIn(plain, sentences);
  return [...read, ...unreadNumbers(text, plain, read), ...treatments].toSorted(
    (one, other) => one.start - other.start,
  );
}
