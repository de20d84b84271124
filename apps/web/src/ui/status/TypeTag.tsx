import type { Tone } from '../../theme/tokens.ts';
import classes from './status.module.css';

/** The type of a record, as opposed to its status. */
export function TypeTag({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      <span className={classes.square} aria-hidden />
      {label}
    </span>
  );
}
