import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { keepFocus } from '../focus.ts';
import { FailureArt, NoResultsArt } from '../illustrations/state-art.tsx';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  illustration: ReactNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One default button. */
  action?: ReactNode;
  /** Lets screen readers announce a failure at once ('alert') or an empty list politely ('status'). */
  role?: 'alert' | 'status';
}

/** Explains an empty list or a failure, and the next step. */
export function EmptyState({ illustration, title, children, action, role }: EmptyStateProps) {
  return (
    <div ref={keepFocus} className={classes.state} role={role}>
      <div className={classes.art}>{illustration}</div>
      <p className={classes.title}>{title}</p>
      {children && <p className={classes.sentence}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

export interface FailedQuery {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadErrorProps {
  title: string;
  /** Queries that 'Reintentar' repeats. The message of the first error gives the reason and the next step. */
  queries: readonly FailedQuery[];
}

/** Replaces content that failed to load, with 'Reintentar'. */
export function LoadError({ title, queries }: LoadErrorProps) {
  return (
    <EmptyState
      role="alert"
      illustration={<FailureArt />}
      title={title}
      action={
        <Button
          kind="default"
          icon={IconRefresh}
          onClick={() => {
            for (const query of queries) void query.refetch();
          }}
        >
          Reintentar
        </Button>
      }
    >
      {queries.find(({ error }) => error !== null)?.error?.message}
    </EmptyState>
  );
}

interface NotFoundPageProps {
  /** 'No encontramos este paciente' */
  title: string;
  children: ReactNode;
  /** One default button with the next step. */
  action: ReactNode;
}

/** Replaces a record or a page that does not exist. */
export function NotFoundPage({ title, children, action }: NotFoundPageProps) {
  return (
    <section className={classes.page}>
      <div className={classes.notFoundPageArt}>
        <NoResultsArt />
      </div>
      <h1 className={classes.notFoundPageTitle}>{title}</h1>
      <p className={classes.notFoundPageSentence}>{children}</p>
      {action}
    </section>
  );
}
