import { ActionIcon } from '@mantine/core';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { IconDownload, IconFileText, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, queries, useAnswer } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { keepFocus } from '../../ui/focus.ts';
import { Hint } from '../../ui/hint/Hint.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { NewRecordButton } from '../record-form/public.ts';
import { DeleteRecord } from '../records/public.ts';
import { useCan } from '../session/public.ts';
import { NewOrderModal, type OrderPatient } from './NewOrderModal.tsx';
import { OrderDeadline } from './OrderDeadline.tsx';
import classes from './OrderRow.module.css';
import { refreshOrders, useDownloadOrder } from './order-cache.ts';
import {
  CREATE_ORDER_ID,
  describeDownloads,
  describePlace,
  describeReceived,
  describeRejection,
  ORDERS,
  orderStatus,
} from './words.ts';

/** Section 'Órdenes de examen' of a patient: a row per order, newest first, and a button to create one. */
export function OrderList({ patient }: { patient: OrderPatient }) {
  const orders = useAnswer(queries.examOrders.list, {
    input: { idUser: patient.idUser },
    select: ({ orders }) => orders,
  });
  const count = orders.data?.length ?? 0;
  const can = useCan();
  return (
    <RecordSection
      id="ordenes"
      title={ORDERS}
      count={count > 0 ? pluralize(count, ['orden', 'órdenes']) : null}
      action={
        <NewRecordButton
          id={CREATE_ORDER_ID}
          kind="default"
          capability="orders.create"
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
            {can('orders.create') &&
              'Crea una orden para que el paciente se haga sus estudios en una sucursal.'}
          </EmptyState>
        }
      >
        {(order: ExamOrder) => <OrderRow key={order.idOrder} order={order} />}
      </SectionRows>
    </RecordSection>
  );
}

function OrderRow({ order }: { order: ExamOrder }) {
  const { idOrder, folio, createDate } = order;
  const studies = order.exams.join(', ');
  const received = describeReceived(order);
  const rejection = describeRejection(order);
  const { row, isLinked } = useLinkedRow(idOrder);
  return (
    <li ref={row} id={idOrder} className={classes.row} aria-current={isLinked || undefined}>
      <IconTile icon={IconFileText} isHiddenOnPhones />
      <div className={classes.words}>
        <p className={classes.first}>
          <span className={classes.folio}>{folio}</span>{' '}
          <span className={classes.place} title={describePlace(order)}>
            {describePlace(order)}
          </span>
        </p>
        <p className={classes.second} title={studies}>
          {[received, studies].filter(Boolean).join(' · ')}
        </p>
        {rejection !== null && <p className={classes.rejection}>{rejection}</p>}
      </div>
      <p className={classes.status}>
        <StatusPill {...orderStatus(order)} /> <OrderDeadline order={order} />
      </p>
      <p className={classes.facts}>
        <DateText value={createDate} />{' '}
        <span className={classes.downloads}>{describeDownloads(order)}</span>
      </p>
      <Actions order={order} />
    </li>
  );
}

/** Scrolls to the row if the fragment of the URL is the id of its order. */
function useLinkedRow(idOrder: string) {
  const isLinked = useLocation({ select: ({ hash }) => hash === idOrder });
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return { row, isLinked };
}

/** Requests a rejected study again; the order keeps its folio. */
function RequestAgain({ order: { idOrder, folio } }: { order: ExamOrder }) {
  const requesting = useToastMutation('La orden no se volvió a pedir', {
    mutationFn: () => api.examOrders.requestAgain({ idOrder }),
    onSuccess: () => notifySuccess(`Se volvió a pedir la orden ${folio}`),
    onSettled: () => refreshOrders(),
  });
  return (
    <Button
      ref={keepFocus}
      kind="default"
      icon={IconRefresh}
      loading={requesting.isPending}
      aria-label={`Volver a pedir: ${folio}`}
      onClick={() => requesting.mutate()}
    >
      Volver a pedir
    </Button>
  );
}

function Actions({ order }: { order: ExamOrder }) {
  const { idOrder, folio } = order;
  const downloading = useDownloadOrder(order);
  const [isConfirming, setConfirming] = useState(false);
  const can = useCan();
  // With `trash.putMany`, an account may also delete records that it may not edit.
  const mayDelete = can('trash.putMany') || (can('orders.create') && can('trash.put'));
  return (
    <div className={classes.actions}>
      {order.state === 'rechazada' && can('orders.create') && <RequestAgain order={order} />}
      <Button
        kind="default"
        icon={IconDownload}
        loading={downloading.isDownloading}
        aria-label={`Descargar: ${folio}`}
        onClick={downloading.start}
      >
        Descargar
      </Button>
      {mayDelete && (
        <Hint label="Eliminar">
          <ActionIcon aria-label={`Eliminar: ${folio}`} onClick={() => setConfirming(true)}>
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      <DeleteRecord
        opened={isConfirming}
        record={{ id: idOrder, name: folio, detail: describePlace(order) }}
        words={{
          deleted: `Orden ${folio} eliminada`,
          restored: `Orden ${folio} restaurada`,
          failed: 'La orden no se eliminó.',
        }}
        refresh={() => refreshOrders()}
        focusId={CREATE_ORDER_ID}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}
