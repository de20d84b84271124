import type { Tone } from '../../theme/tokens.ts';
import classes from './StatusPill.module.css';

/** A state: always a dot and a word, never a colour alone. */
export function StatusPill({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  );
}
