import type { FailedDelivery } from '@simiente/contract/calendly/calls';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { FailedItems } from '../../ui/list/FailedItems.tsx';
import { ReplayButton } from '../../ui/list/ReplayButton.tsx';
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
  const cache = useQueryClient();
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
          <ReplayButton
            what={`la notificación de ${nameOf(delivery)}`}
            failed="La notificación no se pudo procesar"
            done="Notificación procesada"
            replay={() => api.calendly.replayDelivery({ idDelivery: delivery.idDelivery })}
            onSettled={() => {
              void cache.invalidateQueries({ queryKey: patientListsKey });
              refreshLists(cache);
            }}
          />
        </May>
      )}
    />
  );
}
