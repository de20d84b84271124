import type { ReactNode } from 'react';
import { Brand } from '../../ui/layout/Brand.tsx';
import classes from './OpenFrame.module.css';

/** Frame of the pages that are open without a session. */
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
