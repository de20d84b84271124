import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FormAlert.module.css';

interface FormAlertProps {
  /** What went wrong; without it the area waits, empty, so that readers announce what comes. */
  message: string | undefined;
  /** Of the message, for the fields that it is about. */
  id?: string;
  children?: ReactNode;
}

/** The failure of a form as a whole, above its fields. */
export function FormAlert({ message, id, children }: FormAlertProps) {
  return (
    <div role="alert" className={classes.area}>
      {message !== undefined && (
        <div className={classes.alert}>
          <IconAlertCircle className={classes.icon} size={20} stroke={1.7} aria-hidden />
          <div>
            <p id={id} className={classes.message}>
              {message}
            </p>
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
