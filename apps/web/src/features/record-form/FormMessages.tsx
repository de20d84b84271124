import { type ReactNode, useEffect, useRef } from 'react';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './FormMessages.module.css';

interface FormMessagesProps {
  form: {
    readonly isRecovered: boolean;
    readonly failure: { readonly title: string; readonly detail?: string | undefined } | null;
  };
  /** More about the failure. */
  children?: ReactNode;
}

/** Messages above the fields: a recovered draft, and why nothing was saved. */
export function FormMessages({ form: { isRecovered, failure }, children }: FormMessagesProps) {
  const messages = useRef<HTMLDivElement>(null);
  const title = failure?.title;

  // The pressed button may be a screen below.
  useEffect(() => {
    if (title !== undefined) messages.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);

  return (
    <div ref={messages} className={classes.messages}>
      {isRecovered && <RecoveredNotice />}
      <FormAlert message={title}>
        {failure?.detail}
        {children}
      </FormAlert>
    </div>
  );
}

export function RecoveredNotice() {
  return (
    <p className={classes.recovered} role="status">
      Recuperamos lo que estabas escribiendo cuando terminó tu sesión.
    </p>
  );
}
