import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { useEffect, useRef } from 'react';
import { ScrollRegion } from '../../../ui/page/ScrollRegion.tsx';
import { WordRuns } from '../compare/WordRuns.tsx';
import classes from './SignDialog.module.css';

/** Characters in about two lines: a longer piece might never be completely visible on a small screen. */
const MAX_PIECE_LENGTH = 120;

/** Splits a text between words into pieces that fit on any screen. Joined, the pieces are the text. */
export function splitPieces(text: string): string[] {
  return (
    text.match(
      new RegExp(`[^]{1,${MAX_PIECE_LENGTH}}(?:\\s+|$)|[^]{1,${MAX_PIECE_LENGTH}}`, 'g'),
    ) ?? []
  );
}

interface ExactTextProps {
  text: string;
  /** Called when every piece of the text has been in view. */
  onSeen: () => void;
}

export function ExactText({ text, onSeen }: ExactTextProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const unseen = new Set<Element>(box.current?.children);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          unseen.delete(target);
          observer.unobserve(target);
        }
        if (unseen.size === 0) onSeen();
      },
      { threshold: 0.9 },
    );
    for (const piece of unseen) observer.observe(piece);
    return () => observer.disconnect();
  }, [onSeen]);
  return (
    <ScrollRegion ref={box} className={classes.text} aria-label="Texto exacto">
      {/* Pieces never change order and may repeat, so the index is the key. */}
      {splitPieces(text)
        .map((piece, index) => ({ piece, index }))
        .map(({ piece, index }) => (
          <span key={index}>{piece}</span>
        ))}
    </ScrollRegion>
  );
}

interface SentencePair {
  readonly index: number;
  readonly before: string;
  readonly after: string;
}

/** Each sentence beside its original. `before` is empty for an added sentence, `after` for a struck one. */
function toPairs({ sentences, baseSentences }: WorkingCopy): SentencePair[] {
  return sentences.map(({ text, origin, struck }, index) => ({
    index,
    before: (origin === null ? '' : (baseSentences[origin]?.text ?? '')).trim(),
    after: struck ? '' : text.trim(),
  }));
}

export function changedSentences(copy: WorkingCopy): SentencePair[] {
  return toPairs(copy).filter(({ before, after }) => before !== after);
}

export function SentenceChanges({ copy }: { copy: WorkingCopy }) {
  return (
    <ScrollRegion className={classes.changes} aria-label="Diferencias">
      {toPairs(copy).map(({ index, before, after }) => (
        <p key={index}>
          <WordRuns before={before} after={after} />
        </p>
      ))}
    </ScrollRegion>
  );
}
