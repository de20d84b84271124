import { type ReactNode, useEffect, useRef } from 'react';
import classes from './RecordSection.module.css';

interface RecordSectionProps {
  /** In the address after '#'. */
  id: string;
  title: string;
  /** '3 exámenes'; none without any. */
  count: string | null;
  /** Makes another one. */
  action: ReactNode;
  children: ReactNode;
}

/** A part of a record's page: its title, how many there are, and what adds to them. */
export function RecordSection({ id, title, count, action, children }: RecordSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The router looks for the section before the record has loaded.
  useEffect(() => {
    if (window.location.hash === `#${id}`) heading.current?.scrollIntoView();
  }, [id]);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 ref={heading} id={id} className={classes.title}>
          {title}
        </h2>
        {count !== null && <span className={classes.count}>{count}</span>}
        <div className={classes.action}>{action}</div>
      </div>
      {children}
    </section>
  );
}
