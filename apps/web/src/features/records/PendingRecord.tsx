import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { type FailedQuery, LoadError, NotFoundPage } from '../../ui/page/EmptyState.tsx';
import { type ListLink, listCrumb, PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './PendingRecord.module.css';

/** The sentences about a record that is loading, failed to load, or does not exist. */
export interface RecordWords {
  readonly tab: string;
  readonly list: ListLink;
  /** 'Ver todos los pacientes' */
  readonly all: string;
  readonly loading: string;
  readonly failure: string;
  readonly unknown: string;
  readonly unknownReason?: string;
}

interface PendingRecordProps {
  words: RecordWords;
  /** The queries of the page, which 'Reintentar' repeats. */
  queries: readonly FailedQuery[];
  /** Title of a page that does not depend on the record. */
  title?: string;
  /** Placeholder beside that title, as high as the button that replaces it. */
  action?: ReactNode;
  /** Skeletons in the shape of the page, below its header. */
  children?: ReactNode;
}

/** Replaces a page whose record is loading, failed to load, or does not exist. */
export function PendingRecord({ words, queries, title, action, children }: PendingRecordProps) {
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  const isUnknown = isUnknownRecord(error);
  const crumb = listCrumb(words.list);
  return (
    <>
      <PageTitle>{words.tab}</PageTitle>
      <PageCrumbs crumbs={isUnknown ? [crumb, { label: 'No encontrado' }] : [crumb]} />
      {isUnknown ? (
        <NotFoundPage
          title={words.unknown}
          action={
            <LinkButton kind="default" link={<Link to={words.list.to} />}>
              {words.all}
            </LinkButton>
          }
        >
          {words.unknownReason}
        </NotFoundPage>
      ) : error ? (
        <>
          {title !== undefined && <PageHeader title={title} />}
          <section className={classes.failure}>
            <LoadError title={words.failure} queries={queries} />
          </section>
        </>
      ) : (
        <div aria-busy="true">
          {title === undefined ? (
            <div className={classes.header}>
              <Skeleton circle height={60} />
              <div>
                <p className={classes.words} role="status">
                  {words.loading}
                </p>
                <Skeleton height={14} width={240} />
              </div>
            </div>
          ) : (
            <PageHeader
              title={title}
              context={<span role="status">Cargando...</span>}
              action={action}
            />
          )}
          {children}
        </div>
      )}
    </>
  );
}
