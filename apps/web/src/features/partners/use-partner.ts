import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { usePartnerState } from './partner-state.ts';

/** One partner: the one that navigation brought at once, and as the server tells it a moment later. */
export function usePartner(idPartner: string) {
  const taken = usePartnerState();
  return useQuery({
    ...queries.partners.getOne.queryOptions({
      input: { idPartner },
      select: ({ data }) => data.partner,
    }),
    ...(taken?.idPartner === idPartner && {
      placeholderData: { status: 200 as const, data: { partner: taken } },
    }),
  });
}
