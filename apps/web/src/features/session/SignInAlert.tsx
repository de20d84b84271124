import { IconAlertCircle } from '@tabler/icons-react';
import classes from './SignInAlert.module.css';

/** What went wrong with a sign-in, above its fields; without a message it waits, empty. */
export function SignInAlert({ id, message }: { id: string; message: string | undefined }) {
  return (
    <div role="alert" className={classes.area}>
      {message !== undefined && (
        <p id={id} className={classes.alert}>
          <IconAlertCircle className={classes.icon} size={20} stroke={1.7} aria-hidden />
          {message}
        </p>
      )}
    </div>
  );
}
