import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { usePartnerState } from './partner-state.ts';

/** One partner: at first the one in the navigation's state, which stays if the call fails, then the server's. */
export function usePartner(idPartner: string) {
  const taken = usePartnerState();
  return useQuery({
    ...queries.partners.getOne.queryOptions({
      input: { idPartner },
      select: ({ data }) => data.partner,
    }),
    ...(taken?.idPartner === idPartner && {
      initialData: { status: 200 as const, data: { partner: taken } },
      // As old as can be, so that the call is made at once.
      initialDataUpdatedAt: 0,
    }),
  });
}
