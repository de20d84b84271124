import { Skeleton } from '@mantine/core';
import type { ListedOrder, OrderPage } from '@simiente/contract/exam-orders/calls';
import { orderStateNames } from '@simiente/contract/exam-orders/states';
import { IconCheck, IconClockExclamation } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { StatusPill, ToneDot } from '../../../ui/status/StatusPill.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import { useCan } from '../../session/public.ts';
import { OrderDeadline } from '../OrderDeadline.tsx';
import { describeReceived, orderStatus, orderTones } from '../words.ts';
import classes from './WaitingOrders.module.css';

/** Number of orders in the card, those with the earliest deadlines. */
const MAX_ORDERS = 5;
const SKELETON_KEYS = Array.from({ length: MAX_ORDERS }, (_, row) => `skeleton-${row}`);
const NOUN = ['orden sin resultado', 'órdenes sin resultado'] as const;
/** States of an order that waits for its results or their validation. */
const WAITING_STATES = ['rechazada', 'pedido', 'descargado', 'recibido'] as const;

/** 'Resultados pendientes': numbers of waiting orders, and the most urgent ones. */
export function WaitingOrders() {
  const mayRead = useCan()('orders.read');
  const query = useAnswer(queries.examOrders.listAll, {
    input: { sort: 'dueAt', limit: MAX_ORDERS },
    enabled: mayRead,
  });
  const { data: page, error } = query;
  if (!mayRead) return null;
  return (
    <section
      className={classes.card}
      aria-labelledby="waiting-orders-title"
      aria-busy={query.isPending}
    >
      <div className={classes.header}>
        <h2 id="waiting-orders-title" className={classes.title}>
          Resultados pendientes
        </h2>
        {page && (
          <span className={classes.count}>
            {pluralize(page.counts.pedido + page.counts.descargado + page.counts.rechazada, NOUN)}
          </span>
        )}
        <Link to="/ordenes" search={{ orden: 'dueAt' }} className={classes.all}>
          Ver órdenes
        </Link>
      </div>
      {page === undefined ? (
        error ? (
          <div className={classes.failure}>
            <LoadError title="No se pudieron cargar los resultados pendientes" queries={[query]} />
          </div>
        ) : (
          <Loading />
        )
      ) : (
        <Orders page={page} />
      )}
    </section>
  );
}

function Orders({ page: { orders, counts } }: { page: OrderPage }) {
  const waiting = orders.filter(({ dueAt }) => dueAt !== null);
  const attention = useAnswer(queries.results.attention, {});
  const toValidate = attention.data?.toValidate ?? 0;
  if (WAITING_STATES.every((state) => counts[state] === 0) && toValidate === 0) {
    return (
      <p className={classes.none}>
        <IconCheck size={17} stroke={1.7} aria-hidden /> No hay resultados pendientes.
      </p>
    );
  }
  return (
    <>
      <ul className={classes.counters} aria-label="Órdenes pendientes">
        <li>
          <Link to="/ordenes" search={{ vencidas: true }} className={classes.counter}>
            <span className={classes.overdue}>
              <IconClockExclamation size={16} stroke={1.7} aria-hidden /> Vencidas
            </span>{' '}
            <span className={classes.number}>{formatCount(counts.overdue)}</span>
          </Link>
        </li>
        {WAITING_STATES.map((state) => (
          <li key={state}>
            <Link to="/ordenes" search={{ estado: state }} className={classes.counter}>
              <span className={classes.state}>
                <ToneDot tone={orderTones[state]} />
                {orderStateNames[state]}
              </span>{' '}
              <span className={classes.number}>{formatCount(counts[state])}</span>
            </Link>
          </li>
        ))}
        {toValidate > 0 && (
          <li>
            <Link to="/home/resultados" className={classes.counter}>
              <span>Resultados por validar</span>{' '}
              <span className={classes.number}>{formatCount(toValidate)}</span>
            </Link>
          </li>
        )}
      </ul>
      {waiting.length > 0 && (
        <ul className={classes.rows} aria-label="Las que vencen primero">
          {waiting.map((order) => (
            <Row key={order.idOrder} order={order} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ order }: { order: ListedOrder }) {
  const { idUser, idOrder, folio, patient, partner } = order;
  const facts = [folio, describeReceived(order), order.exams.join(', '), partner.name]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <Link to="/pacientes/$idUser" params={{ idUser }} hash={idOrder} className={classes.row}>
        <span className={classes.words}>
          <span className={classes.name} title={patient.name}>
            {patient.name}
          </span>{' '}
          <span className={classes.facts} title={facts}>
            {facts}
          </span>
        </span>{' '}
        <span className={classes.due}>
          <OrderDeadline order={order} />
        </span>{' '}
        <span className={classes.pill}>
          <StatusPill {...orderStatus(order)} />
        </span>
      </Link>
    </li>
  );
}

function Loading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.loading}>
      {isLate &&
        SKELETON_KEYS.map((key) => (
          <div key={key} className={classes.row}>
            <Skeleton height={12} width="45%" />
          </div>
        ))}
    </div>
  );
}
