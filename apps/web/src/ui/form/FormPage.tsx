import type { FormEvent, ReactNode } from 'react';
import classes from './FormPage.module.css';
import { keepClear } from './keep-clear.ts';
import { useFocusInvalid } from './use-focus-invalid.ts';

interface FormPageProps {
  /** Accessible name. */
  label: string;
  /** Errors by field: each new object moves the focus to the first invalid field. */
  errors: Readonly<Record<string, unknown>>;
  onSubmit: () => void;
  /** `FormSection`s. */
  children: ReactNode;
  /** The buttons, in a foot that stays in sight. */
  foot: ReactNode;
}

/** A form as a whole page: sections, and a foot with its buttons at the bottom of the screen. */
export function FormPage({ label, errors, onSubmit, children, foot }: FormPageProps) {
  const form = useFocusInvalid(errors);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <form ref={form} className={classes.form} aria-label={label} onSubmit={submit} noValidate>
      <div className={classes.sections}>{children}</div>
      <div ref={keepClear} className={classes.foot} data-form-foot>
        {foot}
      </div>
    </form>
  );
}

/** Note at the left of the foot, for example the progress of an upload. */
export function FootNote({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>;
}
