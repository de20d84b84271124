import type { Tone } from '../../theme/tokens.ts';
import classes from './StatusPill.module.css';

export interface StatusPillProps {
  readonly tone: Tone;
  readonly label: string;
}

/** A state: always a dot and a word, never only a colour. */
export function StatusPill({ tone, label }: StatusPillProps) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {label}
    </span>
  );
}

interface ToneDotProps {
  tone: Tone | undefined;
  /** Shows only a dashed outline, for a cancelled appointment. */
  isHollow?: boolean;
}

/** Hidden from screen readers: a label is always beside it. */
export function ToneDot({ tone, isHollow = false }: ToneDotProps) {
  return (
    <span
      className={classes.toneDotDot}
      data-tone={tone}
      data-hollow={isHollow || undefined}
      aria-hidden
    />
  );
}
