import type { ReactNode } from 'react';
import classes from './Drawing.module.css';

/**
 * A box of 120 × 88 for an illustration: round strokes of 1.6, one accent. Screen readers skip it, because there
 * is text beside it.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** Class names of strokes (`line`, `thin`, `accent`) and fills. */
export const ink = {
  line: classes.line,
  thin: classes.thin,
  filled: `${classes.line} ${classes.fill}`,
  paper: `${classes.line} ${classes.paper}`,
  accent: classes.accent,
  accentPaper: `${classes.accent} ${classes.paper}`,
  accentDot: classes.accentDot,
  onlyFill: classes.fill,
} as const;
