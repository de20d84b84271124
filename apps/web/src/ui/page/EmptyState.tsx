import { type ReactNode, useRef } from 'react';
import { useFallbackFocus } from '../focus/fallback-focus.ts';
import classes from './EmptyState.module.css';

export interface EmptyStateProps {
  illustration: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One default button. */
  action?: ReactNode;
  /** Set for a failure, so that it is announced. */
  role?: 'alert' | 'status';
}

/** Why the list is empty, and what to do about it. */
export function EmptyState({ illustration, title, children, action, role }: EmptyStateProps) {
  const state = useRef<HTMLDivElement>(null);
  // Its button is removed with it.
  useFallbackFocus(state);

  return (
    <div ref={state} className={classes.state} role={role}>
      <div className={classes.art}>{illustration}</div>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.sentence}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
