import type { FailedDelivery } from '@simiente/contract/calendly';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import classes from './FailedDeliveries.module.css';
import { focusTitle } from './focus.ts';
import { useFailedDeliveries, useReplayDelivery } from './use-failed-deliveries.ts';

/** What Calendly told and could not be applied; not there at all while there is none. */
export function FailedDeliveries() {
  const { query, deliveries, total } = useFailedDeliveries();
  const heading = useRef<HTMLHeadingElement>(null);
  const lostFocus = useRef(false);

  // The button that was pressed went with its delivery.
  useLayoutEffect(() => {
    if (!lostFocus.current) return;
    lostFocus.current = false;
    if (heading.current) heading.current.focus();
    else focusTitle();
  });

  if (query.isError && deliveries.length === 0) {
    return (
      <section className={classes.card} role="alert">
        <p className={classes.failure}>No se pudieron cargar los avisos. {query.error.message}</p>
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
          Avisos de Calendly sin aplicar
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
          <LockButton
            kind="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Cargar más
          </LockButton>
        </div>
      )}
    </section>
  );
}

const EVENTS: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o cambiada',
  'invitee.canceled': 'Cita cancelada',
};

interface DeliveryProps {
  delivery: FailedDelivery;
  /** It goes, and the focus was in it. */
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
          {EVENTS[event] ?? 'Aviso desconocido'} · <DateText value={receivedAt} /> ·{' '}
          {formatCount(attempts)} {attempts === 1 ? 'intento' : 'intentos'}
        </p>
        <p className={classes.reason}>{reason}</p>
      </div>
      <LockButton
        kind="default"
        size="xs"
        loading={replay.isPending}
        aria-label={replay.isPending ? 'Cargando...' : `Reintentar el aviso de ${name}`}
        onClick={() => replay.mutate(delivery)}
      >
        Reintentar
      </LockButton>
    </li>
  );
}
