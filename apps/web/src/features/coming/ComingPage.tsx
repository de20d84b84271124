import type { ReactNode } from 'react';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './ComingPage.module.css';

interface ComingPageProps {
  title: string;
  crumbs?: readonly Crumb[];
  /** What the page will hold. */
  children: ReactNode;
}

/** A section that is not built yet says so, and what will be there. */
export function ComingPage({ title, crumbs, children }: ComingPageProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageCrumbs crumbs={crumbs ?? [{ label: title }]} />
      <PageHead title={title} />
      <section className={classes.card}>
        <EmptyState illustration={<EmptyTrayArt />} title="Esta sección está en construcción">
          {children}
        </EmptyState>
      </section>
    </>
  );
}
