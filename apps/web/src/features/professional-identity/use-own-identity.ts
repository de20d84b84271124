import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** The professional identity of the own account; null without one. */
export function useOwnIdentity() {
  return useQuery(
    queries.professionalIdentity.readOwn.queryOptions({
      input: {},
      select: ({ data }) => data.identity,
    }),
  );
}

/** Whether its person has something to confirm. */
export function awaitsOwnConfirmation({ latest, suspension }: ProfessionalIdentity): boolean {
  return latest.confirmedAt === null || (suspension !== null && !suspension.personConfirmedAt);
}
