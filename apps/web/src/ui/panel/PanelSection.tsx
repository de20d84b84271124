import { type ReactNode, useId } from 'react';
import classes from './PanelSection.module.css';

/** One part of a panel, separated from the others by a hairline. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Facts in lines of a name and a value. */
export function PanelFacts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function PanelFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
