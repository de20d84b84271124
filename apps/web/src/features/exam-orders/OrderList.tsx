import { Skeleton } from '@mantine/core';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { RecordSection } from '../../ui/page/RecordSection.tsx';
import { useMay } from '../session/public.ts';
import { NewOrderModal, type OrderPatient, type OrderRequest } from './NewOrderModal.tsx';
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
      action={<CreateOrder patient={patient} />}
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
        <LoadError
          title="Error al cargar las órdenes de examen"
          message={orders.error.message}
          onRetry={() => void orders.refetch()}
        />
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

function CreateOrder({ patient }: { patient: OrderPatient }) {
  const [requested, setRequested] = useState<OrderRequest | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!useMay()('orders.create')) return null;
  return (
    <>
      <LockButton
        ref={button}
        id={CREATE_ORDER}
        kind="default"
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      >
        Crear orden
      </LockButton>
      <NewOrderModal
        patient={patient}
        requested={requested}
        onClosed={() => button.current?.focus()}
      />
    </>
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
