import { IconSparkles } from '@tabler/icons-react';
import classes from './ReadingNotice.module.css';

/** Shown before any analysis; it cannot be dismissed. */
export function ReadingNotice({ children }: { children: string }) {
  return (
    <div className={classes.notice} role="note">
      <IconSparkles className={classes.icon} size={19} stroke={1.7} aria-hidden />
      <p className={classes.text}>{children}</p>
    </div>
  );
}
