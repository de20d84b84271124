import { Skeleton } from '@mantine/core';
import { LoadMore } from '../../ui/list/FailedItems.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import classes from './Trail.module.css';
import type { Trail } from './use-trail.ts';

/** Replaces the rows while they load or after they failed to load. */
export function TrailState({ trail, title }: { trail: Trail; title: string }) {
  if (!trail.error) return <TrailLoading />;
  return (
    <div className={classes.state}>
      <LoadError title={title} queries={[trail]} />
    </div>
  );
}

/** How many of them are shown, and the next ones. */
export function TrailFoot({ trail, things }: { trail: Trail; things: [string, string] }) {
  const { entries = [], total } = trail;
  if (entries.length === 0) return null;
  const number = new Intl.NumberFormat('es-MX');
  return (
    <div className={classes.foot}>
      {trail.isFetchNextPageError && (
        <p className={classes.failure} role="alert">
          {trail.error?.message}
        </p>
      )}
      <p className={classes.count} aria-live="polite">
        {number.format(entries.length)} de {number.format(total)} {things[total === 1 ? 0 : 1]}
      </p>
      <LoadMore query={trail} />
    </div>
  );
}

function TrailLoading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.loading} aria-busy="true">
      {isLate &&
        [1, 2, 3, 4, 5].map((row) => (
          <div key={row} className={classes.shape}>
            <Skeleton circle height={34} />
            <Skeleton height={12} width="56%" />
          </div>
        ))}
    </div>
  );
}
