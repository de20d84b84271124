import type { Sentence } from '../sentences.ts';
import type { Finding, KnownFact, KnownResult } from '../version.ts';
import { conditionsIn } from './conditions.ts';
import { UNDECIDED } from './finding.ts';
import { levelsIn } from './levels.ts';
import type { Mention } from './mentions.ts';
import { Newest, type Statement } from './newest-results.ts';
import { isHedged, splitClauses } from './plain-text.ts';
import { culturesIn, regionsIn } from './regions-and-cultures.ts';
import { timeNamed } from './time-meant.ts';

/** Characters behind a statement in which it is still taken back: 'azoospermia por confirmar'. */
const HEDGE_BEHIND = 20;

/** Checks statements in words: diagnoses of semen, levels, regions of AZF, growth in cultures. */
export function checkStatements(
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
    const isOpen = time === 'several' || time === 'dated' || time === 'earlier';
    return splitClauses(plain, sentence).flatMap((clause) =>
      [conditionsIn, levelsIn, regionsIn, culturesIn].flatMap((read) => {
        const found = read(plain, clause, newest, mentions);
        const quotes = newest.takeQuotes();
        return found.map((statement) => {
          const around = plain.slice(sentence.start, statement.end + HEDGE_BEHIND);
          const isUndecided = isOpen || isHedged(around);
          return asFinding(text, { ...statement, quotes, ...(isUndecided && { answer: null }) });
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
  if (answer === null) {
    return { ...written, verdict: 'unknown', message: UNDECIDED };
  }
  if (answer) return { ...written, verdict: 'agrees', message: `«${figure}», coincide` };
  return {
    ...written,
    verdict: 'differs',
    message: `«${figure}» no coincide con los resultados${because === '' ? '' : `: ${because}`}`,
  };
}
