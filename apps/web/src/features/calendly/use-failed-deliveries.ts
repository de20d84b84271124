import type { FailedDelivery } from '@simiente/contract/calendly';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import { patientListsKey } from '../patients/public.ts';
import { refreshLists } from './use-without-patient.ts';

/** The deliveries that failed, page by page. */
export function useFailedDeliveries() {
  const query = useInfiniteQuery(
    queries.calendly.failedDeliveries.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.data.nextCursor ?? undefined,
    }),
  );
  const deliveries = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.deliveries) ?? [],
    [query.data],
  );
  return { query, deliveries, total: query.data?.pages.at(-1)?.data.total ?? 0 };
}

/** Applies a delivery again and says what came of it. */
export function useReplayDelivery() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ idDelivery }: Pick<FailedDelivery, 'idDelivery'>) =>
      api.calendly.replayDelivery({ idDelivery }),
    onSuccess: ({ data }) => {
      if (data.outcome === 'failed') {
        notifyError('El aviso no se pudo aplicar', data.reason ? { detail: data.reason } : {});
      } else {
        notifySuccess('Aviso aplicado', data.reason ? { detail: data.reason } : {});
      }
    },
    onError: (error) => notifyError('El aviso no se pudo aplicar', { detail: error.message }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: patientListsKey });
      refreshLists(cache);
    },
  });
}
