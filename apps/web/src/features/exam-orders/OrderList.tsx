import { Skeleton } from '@mantine/core';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { RecordSection } from '../../ui/page/RecordSection.tsx';
import { NewRecordButton } from '../record-form/public.ts';
import { NewOrderModal } from './NewOrderModal.tsx';
import classes from './OrderList.module.css';
import { OrderRow } from './OrderRow.tsx';
import { CREATE_ORDER, ORDERS } from './words.ts';

interface OrderListProps {
  patient: { readonly idUser: string; readonly name: string };
}

/** Section 'Órdenes de examen' of a patient: a row per order, and a button to create one. */
export function OrderList({ patient }: OrderListProps) {
  const orders = useOrders(patient.idUser);
  const count = orders.data?.length ?? 0;
  return (
    <RecordSection
      id="ordenes"
      title={ORDERS}
      count={count > 0 ? `${formatCount(count)} ${count === 1 ? 'orden' : 'órdenes'}` : null}
      action={
        <NewRecordButton
          id={CREATE_ORDER}
          kind="default"
          act="orders.create"
          form={(request) => <NewOrderModal {...request} patient={patient} />}
        >
          Crear orden
        </NewRecordButton>
      }
    >
      <div className={classes.card} aria-busy={orders.isPending || undefined}>
        <Orders orders={orders} />
      </div>
    </RecordSection>
  );
}

function Orders({ orders }: { orders: ReturnType<typeof useOrders> }) {
  if (orders.data === undefined) {
    return orders.isError ? (
      <div className={classes.state}>
        <LoadError title="Error al cargar las órdenes de examen" queries={[orders]} />
      </div>
    ) : (
      <LoadingRows />
    );
  }
  if (orders.data.length === 0) {
    return (
      <div className={classes.state}>
        <EmptyState illustration={<EmptyTrayArt />} title="Todavía no hay órdenes de examen.">
          Crea una orden para que el paciente se haga sus estudios en una sucursal.
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={classes.rows}>
      {orders.data.map((order: ExamOrder) => (
        <OrderRow key={order.idOrder} order={order} />
      ))}
    </ul>
  );
}

/** Skeleton of two rows. */
function LoadingRows() {
  return (
    <div className={classes.rows}>
      {[0, 1].map((row) => (
        <div key={row} className={classes.row} aria-hidden>
          <Skeleton width={34} height={34} radius={6} />
          <div className={classes.words}>
            <Skeleton width="30%" height={14} mb={8} />
            <Skeleton width="55%" height={12} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A patient's orders, newest first. */
function useOrders(idUser: string) {
  return useQuery(
    queries.examOrders.list.queryOptions({
      input: { idUser },
      select: ({ data }) => data.orders,
    }),
  );
}
