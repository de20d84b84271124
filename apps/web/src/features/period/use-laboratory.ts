import type { Laboratory } from '@simiente/contract/exams';
import { skipToken, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** The laboratory of an address, which has its id alone; undefined while it is not known. */
export function useLaboratory(id: string | undefined): {
  laboratory: Laboratory | undefined;
  isUnknown: boolean;
} {
  const query = useQuery(
    queries.exams.laboratory.queryOptions({
      input: id === undefined ? skipToken : { idPartner: id },
      select: ({ data }) => data,
    }),
  );
  return { laboratory: id === undefined ? undefined : query.data, isUnknown: query.isError };
}
