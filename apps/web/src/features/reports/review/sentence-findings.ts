import { findEarlierExplanation, findExplanation } from '@simiente/contract/reports/explanations';
import { checkReport } from '@simiente/contract/reports/guard/unsettled';
import { joinSentences } from '@simiente/contract/reports/sentences';
import type { Finding, KnownFact, KnownResult } from '@simiente/contract/reports/version';
import type { WorkingSentence } from './working-sentences.ts';

/** A figure of a sentence, with its position. */
export interface SentenceFinding extends Finding {
  readonly key: string;
  /** Reason for keeping a different figure. */
  readonly explanation: string | null;
  /** The earlier explanation of the same figure for another result. */
  readonly earlier: string | null;
}

export const differs = ({ verdict }: Pick<Finding, 'verdict'>) =>
  verdict === 'differs' || verdict === 'reference-differs';

export const agrees = ({ verdict }: Pick<Finding, 'verdict'>) =>
  verdict === 'agrees' || verdict === 'reference-agrees';

/** Whether the doctor still has to accept the treatment or value. */
export const isToAccept = (
  { verdict, explanation }: SentenceFinding,
  kind: 'treatment' | 'unsettled',
) => verdict === kind && explanation === null;

/** Verdicts of the number guard for each sentence, from the text that a signature would freeze. */
export function findFindings(
  sentences: readonly WorkingSentence[],
  results: readonly (KnownFact | KnownResult)[],
  at: Parameters<typeof checkReport>[2],
): ReadonlyMap<string, readonly SentenceFinding[]> {
  const { text, spans } = joinSentences(sentences);
  const findings = checkReport(text, results, at);
  return new Map(
    sentences.map((sentence, index) => {
      const span = spans[index];
      if (!span) return [sentence.key, []];
      const ofSpan = findings.filter(({ start, end }) => start >= span.start && end <= span.end);
      return [sentence.key, ofSpan.map((finding) => placed(finding, sentence, span.start))];
    }),
  );
}

function placed(finding: Finding, sentence: WorkingSentence, offset: number): SentenceFinding {
  const { start, end } = finding;
  const { explanations } = sentence;
  return {
    ...finding,
    key: sentence.key,
    start: start - offset,
    end: end - offset,
    explanation: findExplanation(finding, explanations)?.text ?? null,
    earlier: findEarlierExplanation(finding, explanations)?.text ?? null,
  };
}
