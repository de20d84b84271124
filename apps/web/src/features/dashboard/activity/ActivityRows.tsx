import { Skeleton } from '@mantine/core';
import { groupActs } from '@simiente/contract/dashboard/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard/calls';
import type { ReactNode } from 'react';
import { type FailedQuery, LoadError } from '../../../ui/page/LoadError.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import classes from './ActivityCard.module.css';
import { ActivityRow } from './ActivityRow.tsx';

/** Rows of the dashboard's card, and of the skeleton. */
export const SHOWN = 8;
const SHAPES = Array.from({ length: SHOWN }, (_, row) => `shape-${row}`);

interface ActivityRowsProps {
  query: FailedQuery & { readonly isPlaceholderData: boolean };
  /** Undefined until they have loaded. */
  items: readonly ActivityItem[] | undefined;
  /** Most rows; all of them by default. */
  most?: number;
  /** Replaces the rows when there are none. */
  empty: ReactNode;
}

/** The changes of a period, one row per act: loaded, loading, failed or none. */
export function ActivityRows({ query, items, most, empty }: ActivityRowsProps) {
  if (items === undefined && query.error) {
    return (
      <div className={classes.state}>
        <LoadError title="No se pudo cargar la actividad" queries={[query]} />
      </div>
    );
  }
  if (items === undefined) return <ActivityLoading />;
  if (items.length === 0) return empty;
  return (
    <ul className={classes.rows} aria-busy={query.isPlaceholderData || undefined}>
      {groupActs(items)
        .slice(0, most)
        .map((acts) => (
          <ActivityRow key={acts[0]?.id} items={acts} />
        ))}
    </ul>
  );
}

function ActivityLoading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.loading} aria-busy="true">
      {isLate &&
        SHAPES.map((shape) => (
          <div key={shape} className={classes.shape}>
            <Skeleton circle height={32} />
            <Skeleton height={12} width="42%" />
          </div>
        ))}
    </div>
  );
}
