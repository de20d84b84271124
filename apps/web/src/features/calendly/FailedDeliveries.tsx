import type { FailedDelivery } from '@simiente/contract/calendly/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FailedItems } from '../../ui/list/FailedItems.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { patientListsKey } from '../patients/public.ts';
import { byCursor, pageInput } from '../records/public.ts';
import { May } from '../session/public.ts';
import { refreshLists } from './use-without-patient.ts';

const EVENTS: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

const nameOf = ({ who }: FailedDelivery) => who?.trim() || 'Sin nombre';

/** Calendly deliveries that could not be applied; hidden while there are none. */
export function FailedDeliveries() {
  const query = useInfiniteQuery(
    queries.calendly.failedDeliveries.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
  const deliveries = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.deliveries) ?? [],
    [query.data],
  );
  return (
    <FailedItems
      title="Notificaciones de Calendly sin procesar"
      failure="No se pudieron cargar las notificaciones."
      query={query}
      items={deliveries}
      total={query.data?.pages.at(-1)?.data.total ?? 0}
      idOf={({ idDelivery }) => idDelivery}
      describe={(delivery) => ({
        ...delivery,
        name: nameOf(delivery),
        kind: EVENTS[delivery.event] ?? 'Notificación desconocida',
      })}
      action={(delivery) => (
        <May act="patients.edit">
          <ReplayDelivery delivery={delivery} />
        </May>
      )}
    />
  );
}

function ReplayDelivery({ delivery }: { delivery: FailedDelivery }) {
  const replay = useReplayDelivery();
  return (
    <LockButton
      kind="default"
      size="xs"
      loading={replay.isPending}
      aria-label={
        replay.isPending ? 'Cargando...' : `Reintentar la notificación de ${nameOf(delivery)}`
      }
      onClick={() => replay.mutate(delivery)}
    >
      Reintentar
    </LockButton>
  );
}

/** Applies a delivery again and reports the outcome. */
function useReplayDelivery() {
  const cache = useQueryClient();
  const failure = useFailureToast();
  return useMutation({
    onMutate: failure.clear,
    mutationFn: ({ idDelivery }: Pick<FailedDelivery, 'idDelivery'>) =>
      api.calendly.replayDelivery({ idDelivery }),
    onSuccess: ({ data }) => {
      if (data.outcome === 'failed') {
        failure.tell(
          'La notificación no se pudo procesar',
          data.reason ? { detail: data.reason } : {},
        );
      } else {
        notifySuccess('Notificación procesada', data.reason ? { detail: data.reason } : {});
      }
    },
    onError: (error) =>
      failure.tell('La notificación no se pudo procesar', { detail: error.message }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: patientListsKey });
      refreshLists(cache);
    },
  });
}
