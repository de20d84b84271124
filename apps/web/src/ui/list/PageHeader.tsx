import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** Left of both lines: a logo of 56 px. */
  mark?: ReactNode;
  /** One line: a count, a period, a person. */
  context?: ReactNode;
  search?: ReactNode;
  action?: ReactNode;
}

/** Title and context on the left; the list's search and the primary action on the right. */
export function PageHeader({ title, mark, context, search, action }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      {mark && <div className={classes.mark}>{mark}</div>}
      <div className={classes.words}>
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        {/* Kept while the count loads, so that nothing below moves. */}
        <div className={classes.context}>{context}</div>
      </div>
      {search && <div className={classes.search}>{search}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
