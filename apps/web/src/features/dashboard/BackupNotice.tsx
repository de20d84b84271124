import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { useMay } from '../session/public.ts';
import classes from './HomePage.module.css';

/** Tells an administrator that there has been no verified backup for two days; else it shows nothing. */
export function BackupNotice() {
  const { data: isOverdue = false } = useQuery({
    ...queries.system.status.queryOptions({
      input: {},
      select: ({ data: { checks } }) =>
        checks.some(({ id, state }) => id.endsWith('backup') && state === 'fault'),
    }),
    enabled: useMay()('accounts.manage'),
    staleTime: 600_000,
  });
  if (!isOverdue) return null;
  return (
    <p className={classes.notice} data-tone="red" role="alert">
      Hace más de dos días que no hay un respaldo verificado. Avisa al operador del servidor.{' '}
      <Link to="/sistema">Ver el estado del sistema</Link>
    </p>
  );
}
