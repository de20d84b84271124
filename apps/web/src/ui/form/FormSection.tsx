import { type ReactNode, useId } from 'react';
import classes from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** One sentence about the purpose of the fields. */
  reason: string;
  children: ReactNode;
}

/** A part of a form page: title and reason on the left, the fields on the right. */
export function FormSection({ title, reason, children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.words}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.reason}>{reason}</p>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** Fields side by side, two or three in a row; one below another on phones. */
export function FormGrid({ columns, children }: { columns: 2 | 3; children: ReactNode }) {
  return (
    <div className={classes.grid} data-columns={columns}>
      {children}
    </div>
  );
}

/** A field as wide as the whole row. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={classes.wholeRow}>{children}</div>;
}
