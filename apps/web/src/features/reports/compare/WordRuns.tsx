import { VisuallyHidden } from '@mantine/core';
import { diffArrays } from 'diff';
import { useMemo } from 'react';
import classes from './WordRuns.module.css';

/** Consecutive words with the same kind of change. */
interface WordRun {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** With more added and removed words, a comparison takes seconds, so the whole text is shown as replaced. */
const MAX_CHANGES = 2_000;

/** A number is one word, so that a change from 23.4 to 23.5 is shown with both whole numbers. */
const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{M}]+|\n|[^\S\n]+|./gu;

/** The changes from `before` to `after`, word by word. The runs that were not added give `before`. */
export function wordChanges(before: string, after: string): WordRun[] {
  if (before === after) return toRuns(before, 'same');
  const changes = diffArrays(splitWords(before), splitWords(after), {
    maxEditLength: MAX_CHANGES,
  });
  if (changes === undefined) return [...toRuns(before, 'removed'), ...toRuns(after, 'added')];
  return joinAcrossSpaces(
    changes.map(({ value, added, removed }) => ({
      text: value.join(''),
      kind: added ? 'added' : removed ? 'removed' : 'same',
    })),
  );
}

const splitWords = (text: string) => text.match(WORD) ?? [];

const toRuns = (text: string, kind: WordRun['kind']): WordRun[] =>
  text === '' ? [] : [{ text, kind }];

/** Merges replaced words with only a space between them into one change: 'un valor' → 'bajo el'. */
function joinAcrossSpaces(runs: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    joined.push(...toRuns(removed, 'removed'), ...toRuns(added, 'added'));
    removed = '';
    added = '';
  };
  for (const [index, { text, kind }] of runs.entries()) {
    const isOpen = removed !== '' && added !== '';
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isOpen && /^ +$/.test(text) && runs[index + 1] !== undefined) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ text, kind });
    }
  }
  flush();
  return joined;
}

/** Changes of a text: removed words are struck, added words marked, both announced to screen readers. */
export function WordRuns({ before, after }: { before: string; after: string }) {
  // Runs never change order and may repeat, so the index is the key.
  const runs = useMemo(
    () => wordChanges(before, after).map((run, index) => ({ index, ...run })),
    [before, after],
  );
  return runs.map(({ index, text, kind }) => {
    if (kind === 'same') return <span key={index}>{text}</span>;
    const isAdded = kind === 'added';
    const Mark = isAdded ? 'ins' : 'del';
    return (
      <Mark key={index} className={isAdded ? classes.added : classes.removed}>
        <VisuallyHidden>{isAdded ? ' agregado: ' : ' quitado: '}</VisuallyHidden>
        {text}
      </Mark>
    );
  });
}
