import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FormAlert.module.css';

interface FormAlertProps {
  /** Error message. Without one, the empty area stays, so that screen readers announce the next message. */
  message: string | undefined;
  /** Message id, for `aria-describedby`. */
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
