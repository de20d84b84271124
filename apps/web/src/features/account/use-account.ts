import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** The own account. */
export function useAccount() {
  return useQuery(queries.account.read.queryOptions({ input: {}, select: ({ data }) => data }));
}

/** Where the own account is open. */
export function useSessions() {
  return useQuery({
    ...queries.account.sessions.queryOptions({ input: {}, select: ({ data }) => data.sessions }),
    // Somebody may have come in a moment ago.
    staleTime: 0,
  });
}

/** Reads the account and its sessions again, after something of them was changed. */
export function useRefreshAccount(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: queries.account.key() });
}
