import type { ReactNode } from 'react';
import { Brand } from '../../ui/layout/Brand.tsx';
import classes from './OpenFrame.module.css';

/** The frame of a page that is open without a session: the brand and nothing else. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.bar}>
        <Brand />
      </header>
      <main className={classes.main}>{children}</main>
    </>
  );
}
