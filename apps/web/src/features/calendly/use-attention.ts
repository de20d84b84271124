import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** How much of what Calendly announced waits for a person; undefined while it is not known. */
export function useAttention() {
  const query = useQuery(queries.calendly.attention.queryOptions());
  return query.data?.data;
}
