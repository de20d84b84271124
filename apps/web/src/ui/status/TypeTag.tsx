import type { Tone } from '../../theme/tokens.ts';
import classes from './status.module.css';

/** A class that something belongs to; it is not a state. */
export function TypeTag({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <span className={classes.square} aria-hidden />
      {label}
    </span>
  );
}
