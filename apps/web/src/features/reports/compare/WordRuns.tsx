import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import classes from './WordRuns.module.css';
import { wordChanges } from './word-changes.ts';

/** How a text became another one: what went is struck, what came is marked, both said to screen readers. */
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
