import type { ReactNode } from 'react';
import { Brand } from '../../ui/layout/Brand.tsx';
import { PageTitle } from '../shell/public.ts';
import classes from './LinkPage.module.css';

/** The frame of a page before there is a session. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <div className={classes.column}>
        <Brand />
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
