import { Skeleton } from '@mantine/core';
import { groupActs } from '@simiente/contract/dashboard/activity-sentence';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { type PeriodFilter, searchOf } from '../../../lib/period/period.ts';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import classes from './ActivityCard.module.css';
import { ActivityRow } from './ActivityRow.tsx';

/** Rows of the card; the whole list has its own page. */
const SHOWN = 8;
/** Changes that are asked for: one act may have changed many records. */
const READ = 50;
const SHAPES = Array.from({ length: SHOWN }, (_, row) => `shape-${row}`);

/** The latest changes of the period. */
export function ActivityCard({ filter }: { filter: PeriodFilter }) {
  const query = useQuery(
    queries.dashboard.activity.queryOptions({
      input: { ...filter, limit: READ },
      select: ({ data }) => data.items,
      placeholderData: keepPreviousData,
    }),
  );
  const { data: items, error } = query;
  return (
    <section className={classes.card} aria-labelledby="activity-title">
      <div className={classes.head}>
        <h2 id="activity-title" className={classes.title}>
          Actividad reciente
        </h2>
        <Link to="/home/actividad" search={searchOf(filter)} className={classes.all}>
          Ver toda
        </Link>
      </div>
      {items === undefined && error && (
        <div className={classes.state}>
          <LoadError
            title="Error al cargar la actividad"
            message={error.message}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {items === undefined && !error && <ActivityLoading />}
      {items?.length === 0 && <p className={classes.none}>No hubo cambios en este periodo.</p>}
      {items !== undefined && items.length > 0 && (
        <ul className={classes.rows} aria-busy={query.isPlaceholderData || undefined}>
          {groupActs(items)
            .slice(0, SHOWN)
            .map((acts) => (
              <ActivityRow key={acts[0]?.id} items={acts} />
            ))}
        </ul>
      )}
    </section>
  );
}

/** Skeleton of the rows. */
export function ActivityLoading() {
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
