import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import type { ProspectGroup } from '@simiente/contract/prospects/filters';
import { type ReactNode, type UIEvent, useId } from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import type { LoadedList } from '../../records/public.ts';
import { prospectLook } from '../prospect-status.ts';
import classes from './BoardColumn.module.css';
import { CardShapes } from './BoardSkeleton.tsx';

/** Pixels before the end of a column at which its next page is requested. */
const AHEAD = 300;

interface BoardColumnProps {
  group: ProspectGroup;
  loaded: LoadedList<ProspectPage, Prospect>;
  /** The dragged card would be dropped here. */
  isTarget: boolean;
  /** A gap shows where the dragged card would be dropped. */
  hasGap: boolean;
  isEmpty: boolean;
  children: ReactNode;
}

/** A status with its cards; more of them come as one scrolls. */
export function BoardColumn({ group, loaded, children, ...state }: BoardColumnProps) {
  const { query, newest } = loaded;
  const { tone, label } = prospectLook(group);
  const titleId = useId();
  const canLoad = query.hasNextPage && !query.isFetchingNextPage;

  function loadAhead({ currentTarget: list }: UIEvent<HTMLElement>) {
    const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < AHEAD;
    // After a failure the button requests it again.
    if (isNear && canLoad && !query.isFetchNextPageError) void query.fetchNextPage();
  }

  return (
    <section
      className={classes.column}
      data-column={group}
      data-target={state.isTarget || undefined}
      aria-labelledby={titleId}
      aria-busy={query.isPending || undefined}
    >
      <header className={classes.head}>
        <ToneDot tone={tone} />
        <h2 id={titleId} className={classes.title}>
          {label}
        </h2>
        <span className={classes.count}>{newest && formatCount(newest.counts[group])}</span>
      </header>
      <div className={classes.scroll} onScroll={loadAhead}>
        {state.hasGap && <div className={classes.gap} aria-hidden />}
        <ul className={classes.cards}>{children}</ul>
        {query.isPending && <CardShapes />}
        {!query.isPending && state.isEmpty && !state.hasGap && (
          <p className={classes.note}>Sin prospectos</p>
        )}
        {query.isFetchNextPageError && (
          <p className={classes.failure} role="alert">
            {query.error.message}
          </p>
        )}
        {query.hasNextPage && (
          <LockButton
            kind="default"
            fullWidth
            loading={query.isFetchingNextPage}
            aria-label={`Cargar más de ${label}`}
            onClick={() => void query.fetchNextPage()}
          >
            Cargar más
          </LockButton>
        )}
      </div>
    </section>
  );
}
