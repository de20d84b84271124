import type { ReactNode } from 'react';
import { Brand } from '../../ui/layout/Brand.tsx';
import { PageTitle } from '../shell/public.ts';
import classes from './LinkPage.module.css';

/** The layout of a page that is opened without a session. */
export function LinkPageLayout({ title, children }: { title: string; children: ReactNode }) {
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
