import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** The prospects who became this patient; empty while loading, or after a failure. */
export function useProspectsOfPatient(idUser: string) {
  const { data } = useQuery(
    queries.prospects.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data: { prospects } }) => prospects,
    }),
  );
  return data ?? [];
}
