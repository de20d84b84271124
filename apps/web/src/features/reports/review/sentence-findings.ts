import { findEarlierExplanation, findExplanation } from '@simiente/contract/reports/explanations';
import { checkReport } from '@simiente/contract/reports/guard/unsettled';
import { joinSentences } from '@simiente/contract/reports/sentences';
import type { Finding, QuotableFact, QuotableResult } from '@simiente/contract/reports/version';
import type { WorkingSentence } from './working-sentences.ts';

/** The verdict on a figure, with its position in the sentence. */
export interface SentenceFinding extends Finding {
  /** Reason for keeping a different figure, or the acceptance of a treatment or value; null: open. */
  readonly explanation: string | null;
  /** The explanation of the same figure for another result. */
  readonly earlierExplanation: string | null;
}

export const differs = ({ verdict }: Pick<Finding, 'verdict'>) =>
  verdict === 'differs' || verdict === 'reference-differs';

export const agrees = ({ verdict }: Pick<Finding, 'verdict'>) =>
  verdict === 'agrees' || verdict === 'reference-agrees';

/** Numbers of findings by verdict. Explained differences, and accepted treatments and values, are not open. */
export function countFindings(findings: readonly SentenceFinding[]) {
  const count = (test: (finding: SentenceFinding) => boolean) => findings.filter(test).length;
  const isOpen = ({ explanation }: SentenceFinding) => explanation === null;
  return {
    agreeing: count(agrees),
    explained: count((finding) => differs(finding) && !isOpen(finding)),
    differing: count((finding) => differs(finding) && isOpen(finding)),
    unknown: count(({ verdict }) => verdict === 'unknown'),
    treatments: count((finding) => finding.verdict === 'treatment' && isOpen(finding)),
    values: count((finding) => finding.verdict === 'unsettled' && isOpen(finding)),
  };
}

/** Checks the text that a signature would freeze. The result has the findings of each sentence by its key. */
export function findFindings(
  sentences: readonly WorkingSentence[],
  results: readonly (QuotableFact | QuotableResult)[],
  at: Parameters<typeof checkReport>[2],
): ReadonlyMap<string, readonly SentenceFinding[]> {
  const { text, spans } = joinSentences(sentences);
  const findings = checkReport(text, results, at);
  return new Map(
    sentences.map((sentence, index) => {
      const span = spans[index];
      if (!span) return [sentence.key, []];
      const inSpan = findings.filter(({ start, end }) => start >= span.start && end <= span.end);
      return [
        sentence.key,
        inSpan.map((finding) => toSentenceFinding(finding, sentence, span.start)),
      ];
    }),
  );
}

/** @param offset the position of the sentence in the text */
function toSentenceFinding(
  finding: Finding,
  { explanations }: WorkingSentence,
  offset: number,
): SentenceFinding {
  return {
    ...finding,
    start: finding.start - offset,
    end: finding.end - offset,
    explanation: findExplanation(finding, explanations)?.text ?? null,
    earlierExplanation: findEarlierExplanation(finding, explanations)?.text ?? null,
  };
}
