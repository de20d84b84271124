import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** The prospects who became this patient; empty while that is on its way, or cannot be told. */
export function useProspectsOfPatient(idUser: string) {
  const { data } = useQuery(
    queries.prospects.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data: { prospects } }) => prospects,
    }),
  );
  return data ?? [];
}
