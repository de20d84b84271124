import type { ReactNode } from 'react';
import { NoResultsArt } from '../illustrations/state-art.tsx';
import classes from './NotFoundPage.module.css';

interface NotFoundPageProps {
  /** 'No encontramos este paciente' */
  title: string;
  children: ReactNode;
  /** One default button that leads on. */
  action: ReactNode;
}

/** Replaces a record or a page that does not exist. */
export function NotFoundPage({ title, children, action }: NotFoundPageProps) {
  return (
    <section className={classes.page}>
      <div className={classes.art}>
        <NoResultsArt />
      </div>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.sentence}>{children}</p>
      {action}
    </section>
  );
}
