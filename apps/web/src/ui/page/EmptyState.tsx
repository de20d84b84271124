import { type ReactNode, useRef } from 'react';
import { useFallbackFocus } from '../focus/fallback-focus.ts';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  illustration: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One default button. */
  action?: ReactNode;
  /** Set for a failure, so that it is announced. */
  role?: 'alert' | 'status';
}

/** Says why there is nothing to show (an empty list or a failure), and what to do. */
export function EmptyState({ illustration, title, children, action, role }: EmptyStateProps) {
  const state = useRef<HTMLDivElement>(null);
  // The button goes away with this component, so its focus needs another place.
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
