import { useQuery } from '@tanstack/react-query';
import { cache, queries } from '../../lib/api/client.ts';

export function useAccount() {
  return useQuery(queries.account.read.queryOptions({ input: {}, select: ({ data }) => data }));
}

/** Refetches the account and its sessions after a change. */
export function useRefreshAccount(): () => void {
  return () => void cache.invalidateQueries({ queryKey: queries.account.key() });
}

export function describeEndedSessions(count: number): string {
  return count === 1 ? 'Se cerró otra sesión' : `Se cerraron otras ${count} sesiones`;
}

/** The detail of a notification after a change that ended other sessions. */
export function endedDetail(count: number): { detail?: string } {
  return count > 0 ? { detail: describeEndedSessions(count) } : {};
}
