import type { Tone } from '../../theme/tokens.ts';
import classes from './ToneDot.module.css';

interface ToneDotProps {
  tone: Tone | undefined;
  /** Only its dashed outline, as of an appointment that was cancelled. */
  isHollow?: boolean;
}

/** Hidden from screen readers: a label is always beside it. */
export function ToneDot({ tone, isHollow = false }: ToneDotProps) {
  return (
    <span
      className={classes.dot}
      data-tone={tone}
      data-hollow={isHollow || undefined}
      aria-hidden
    />
  );
}
