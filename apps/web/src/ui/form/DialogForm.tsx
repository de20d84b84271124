import type { ComponentProps, ReactNode } from 'react';
import classes from './DialogForm.module.css';

/** A form in a dialog; errors are shown by its fields instead of the browser. */
export function DialogForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...props} className={classes.form} noValidate />;
}

interface FormActionsProps {
  /** At the left of the others. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Buttons at the end of a dialog, the primary one last. */
export function FormActions({ otherwise, children }: FormActionsProps) {
  return (
    <div className={classes.actions}>
      {otherwise && <div className={classes.otherwise}>{otherwise}</div>}
      {children}
    </div>
  );
}
