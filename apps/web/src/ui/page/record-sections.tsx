import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { type FailedQuery, LoadError } from './EmptyState.tsx';
import classes from './SectionRows.module.css';

interface SectionRowsProps<Row> {
  query: FailedQuery & { readonly isPending: boolean };
  /** Undefined until the rows are loaded. */
  rows: readonly Row[] | undefined;
  /** Title of the error if the rows cannot be loaded. */
  failure: string;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** One `li`, with a key. */
  children: (row: Row) => ReactNode;
}

/**
 * The card with the rows of a section of a record's page, also while they load, without rows, and after a failure.
 */
export function SectionRows<Row>({ query, rows, failure, empty, children }: SectionRowsProps<Row>) {
  const { isPending } = query;
  return (
    <div className={classes.card} aria-busy={isPending || undefined}>
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.rows}>{rows.map(children)}</ul>
      )}
      {rows?.length === 0 && <div className={classes.state}>{empty}</div>}
      {rows === undefined && isPending && (
        <div className={classes.state} aria-hidden>
          <Skeleton width="30%" height={14} mb={8} />
          <Skeleton width="55%" height={12} />
        </div>
      )}
      {rows === undefined && !isPending && (
        <div className={classes.state}>
          <LoadError title={failure} queries={[query]} />
        </div>
      )}
    </div>
  );
}

interface RecordSectionProps {
  /** Fragment of the address after '#'. */
  id: string;
  title: string;
  /** '3 exámenes'; null for an empty section. */
  count: string | null;
  /** The button that adds a row. */
  action: ReactNode;
  children: ReactNode;
}

/** A part of a record's page: its title, its count, and the button that adds to it. */
export function RecordSection({ id, title, count, action, children }: RecordSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The router scrolls to a fragment before the record, and thus the section, has loaded.
  useEffect(() => {
    if (window.location.hash === `#${id}`) heading.current?.scrollIntoView();
  }, [id]);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.header}>
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
