import type { FailedDelivery } from '@simiente/contract/calendly/calls';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { focusTitle } from '../../ui/focus/after-row.ts';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { patientListsKey } from '../patients/public.ts';
import { May } from '../session/public.ts';
import classes from './FailedDeliveries.module.css';
import { refreshLists } from './use-without-patient.ts';

/** Calendly deliveries that could not be applied; hidden while there are none. */
export function FailedDeliveries() {
  const { query, deliveries, total } = useFailedDeliveries();
  const heading = useRef<HTMLHeadingElement>(null);
  const lostFocus = useRef(false);

  // The pressed button is unmounted with its delivery.
  useLayoutEffect(() => {
    if (!lostFocus.current) return;
    lostFocus.current = false;
    if (heading.current) heading.current.focus();
    else focusTitle();
  });

  if (query.isError && deliveries.length === 0) {
    return (
      <section className={classes.card} role="alert">
        <p className={classes.failure}>
          No se pudieron cargar las notificaciones. {query.error.message}
        </p>
        <LockButton kind="default" size="xs" onClick={() => void query.refetch()}>
          Reintentar
        </LockButton>
      </section>
    );
  }
  if (deliveries.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="failed-deliveries">
      <header className={classes.head}>
        <h2 id="failed-deliveries" className={classes.title} ref={heading} tabIndex={-1}>
          Notificaciones de Calendly sin procesar
        </h2>
        <span className={classes.count}>{formatCount(total)}</span>
      </header>
      <ul className={classes.list}>
        {deliveries.map((delivery) => (
          <Delivery
            key={delivery.idDelivery}
            delivery={delivery}
            onLeaveFocused={() => (lostFocus.current = true)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={classes.more}>
          <LoadMore query={query} />
        </div>
      )}
    </section>
  );
}

const EVENTS: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

interface DeliveryProps {
  delivery: FailedDelivery;
  /** Called when it is unmounted while it has the focus. */
  onLeaveFocused: () => void;
}

function Delivery({ delivery, onLeaveFocused }: DeliveryProps) {
  const { who, event, reason, receivedAt, attempts } = delivery;
  const replay = useReplayDelivery();
  const name = who?.trim() || 'Sin nombre';
  const item = useRef<HTMLLIElement>(null);
  const leave = useEffectEvent((element: HTMLElement | null) => {
    if (element?.contains(document.activeElement)) onLeaveFocused();
  });
  useLayoutEffect(() => {
    const element = item.current;
    return () => leave(element);
  }, []);

  return (
    <li className={classes.delivery} ref={item}>
      <div className={classes.words}>
        <p className={classes.who} title={name}>
          {name}
        </p>
        <p className={classes.facts}>
          {EVENTS[event] ?? 'Notificación desconocida'} · <DateText value={receivedAt} /> ·{' '}
          {formatCount(attempts)} {attempts === 1 ? 'intento' : 'intentos'}
        </p>
        <p className={classes.reason}>{reason}</p>
      </div>
      <May act="patients.edit">
        <LockButton
          kind="default"
          size="xs"
          loading={replay.isPending}
          aria-label={replay.isPending ? 'Cargando...' : `Reintentar la notificación de ${name}`}
          onClick={() => replay.mutate(delivery)}
        >
          Reintentar
        </LockButton>
      </May>
    </li>
  );
}

/** The deliveries that failed, page by page. */
function useFailedDeliveries() {
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
