import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { NewRecordButton } from '../record-form/public.ts';
import { useMay } from '../session/public.ts';
import { NewOrderModal } from './NewOrderModal.tsx';
import { OrderRow } from './OrderRow.tsx';
import { CREATE_ORDER, ORDERS } from './words.ts';

interface OrderListProps {
  patient: { readonly idUser: string; readonly name: string };
}

/** Section 'Órdenes de examen' of a patient: a row per order, and a button to create one. */
export function OrderList({ patient }: OrderListProps) {
  const orders = useOrders(patient.idUser);
  const count = orders.data?.length ?? 0;
  const may = useMay();
  return (
    <RecordSection
      id="ordenes"
      title={ORDERS}
      count={count > 0 ? pluralize(count, ['orden', 'órdenes']) : null}
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
      <SectionRows
        query={orders}
        rows={orders.data}
        failure="No se pudieron cargar las órdenes de examen"
        empty={
          <EmptyState illustration={<EmptyTrayArt />} title="Todavía no hay órdenes de examen.">
            {may('orders.create') &&
              'Crea una orden para que el paciente se haga sus estudios en una sucursal.'}
          </EmptyState>
        }
      >
        {(order: ExamOrder) => <OrderRow key={order.idOrder} order={order} />}
      </SectionRows>
    </RecordSection>
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
