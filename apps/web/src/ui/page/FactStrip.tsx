import type { ReactNode } from 'react';
import classes from './FactStrip.module.css';

/** Facts side by side below the head of a page, on phones one below another. Gone when it has none. */
export function FactStrip({ children }: { children: ReactNode }) {
  return <dl className={classes.strip}>{children}</dl>;
}

export function StripFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
