import type { ComponentProps, ReactNode } from 'react';
import classes from './DialogForm.module.css';

/** A form in a dialog, one field below the other. Its fields say themselves what is wrong with them. */
export function DialogForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...props} className={classes.form} noValidate />;
}

/** What ends a dialog: its buttons, the one that goes on last. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
