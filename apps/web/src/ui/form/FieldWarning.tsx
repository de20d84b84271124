import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './FieldWarning.module.css';

/** Sentences about a value that can still be saved, announced as they appear. */
export function FieldWarning({ sentences }: { sentences: readonly string[] }) {
  return (
    <div role="status" className={classes.area}>
      {sentences.length > 0 && (
        <p className={classes.warning} data-tone="amber">
          <IconAlertTriangle className={classes.icon} size={17} stroke={1.7} aria-hidden />
          <span>{sentences.join(' ')}</span>
        </p>
      )}
    </div>
  );
}
