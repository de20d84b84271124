import { type ReactNode, useRef } from 'react';
import { useKeptFocus } from '../focus/kept-focus.ts';
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

/** Why there is nothing here, and what to do about it. */
export function EmptyState({ illustration, title, children, action, role }: EmptyStateProps) {
  const state = useRef<HTMLDivElement>(null);
  // Its button goes away with it, once it has done what it is for.
  useKeptFocus(state);

  return (
    <div ref={state} className={classes.state} role={role}>
      <div className={classes.art}>{illustration}</div>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.sentence}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
