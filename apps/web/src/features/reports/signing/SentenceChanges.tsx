import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { WordRuns } from '../compare/WordRuns.tsx';
import classes from './SignDialog.module.css';

interface SentencePair {
  readonly index: number;
  readonly before: string;
  readonly after: string;
}

/** Each sentence beside the one that it was made of; empty for what was added or struck. */
function pairsOf({ sentences, baseSentences }: WorkingCopy): SentencePair[] {
  return sentences.map(({ text, origin, struck }, index) => ({
    index,
    before: (origin === null ? '' : (baseSentences[origin]?.text ?? '')).trim(),
    after: struck ? '' : text.trim(),
  }));
}

export function changedSentences(copy: WorkingCopy): SentencePair[] {
  return pairsOf(copy).filter(({ before, after }) => before !== after);
}

/** What the signer changed, sentence by sentence. */
export function SentenceChanges({ copy }: { copy: WorkingCopy }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs the keyboard.
    <section className={classes.changes} aria-label="Diferencias" tabIndex={0}>
      {pairsOf(copy).map(({ index, before, after }) => (
        <p key={index}>
          <WordRuns before={before} after={after} />
        </p>
      ))}
    </section>
  );
}
