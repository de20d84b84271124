import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import { type PeriodFilter, toPeriodSearch } from '../../../lib/period/period.ts';
import classes from './ActivityCard.module.css';
import { ActivityRows, SHOWN } from './ActivityRows.tsx';

/** Changes to request: those of one act on many records are one row. */
const MOST_CHANGES = 50;

/** The latest changes of the period; the whole list has its own page. */
export function ActivityCard({ filter }: { filter: PeriodFilter }) {
  const query = useQuery(
    queries.dashboard.activity.queryOptions({
      input: { ...filter, limit: MOST_CHANGES },
      select: ({ data }) => data.items,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <section className={classes.card} aria-labelledby="activity-title">
      <div className={classes.head}>
        <h2 id="activity-title" className={classes.title}>
          Actividad reciente
        </h2>
        <Link to="/home/actividad" search={toPeriodSearch(filter)} className={classes.all}>
          Ver toda
        </Link>
      </div>
      <ActivityRows
        query={query}
        items={query.data}
        most={SHOWN}
        empty={<p className={classes.none}>No hubo cambios en este periodo.</p>}
      />
    </section>
  );
}
