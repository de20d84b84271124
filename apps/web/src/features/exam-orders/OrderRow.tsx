import { ActionIcon } from '@mantine/core';
import type { ExamOrder } from '@simiente/contract/exam-orders';
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Hint } from '../../ui/hint/Hint.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { ConfirmDelete } from '../../ui/questions/ConfirmDelete.tsx';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useUndoDelete } from '../records/public.ts';
import classes from './OrderList.module.css';
import { changeOrders, refreshOrders } from './order-cache.ts';
import { useDownloadOrder } from './use-download-order.ts';
import { CREATE_ORDER, describeDownloads, describePlace } from './words.ts';

/** An order: folio, branch, exams, date, and the download of its PDF. */
export function OrderRow({ order }: { order: ExamOrder }) {
  const { folio, exams, createDate } = order;
  const studies = exams.join(', ');
  return (
    <li className={classes.row}>
      <span className={classes.square}>
        <IconFileText size={18} stroke={1.7} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.first}>
          <span className={classes.folio}>{folio}</span>{' '}
          <span className={classes.place} title={describePlace(order)}>
            {describePlace(order)}
          </span>
        </p>
        <p className={classes.second} title={studies}>
          {studies}
        </p>
      </div>
      <p className={classes.facts}>
        <DateText value={createDate} />{' '}
        <span className={classes.downloads}>{describeDownloads(order)}</span>
      </p>
      <Actions order={order} />
    </li>
  );
}

function Actions({ order }: { order: ExamOrder }) {
  const { idOrder, folio } = order;
  const downloading = useDownloadOrder(order);
  const deleting = useDeleteOrder();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div className={classes.actions}>
      <LockButton
        kind="default"
        icon={<IconDownload size={17} stroke={1.7} aria-hidden />}
        loading={downloading.isDownloading}
        aria-label={`Descargar: ${folio}`}
        onClick={downloading.start}
      >
        Descargar
      </LockButton>
      <Hint label="Eliminar">
        <ActionIcon aria-label={`Eliminar: ${folio}`} onClick={() => setConfirming(true)}>
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Hint>
      <ConfirmDelete
        opened={isConfirming}
        count={1}
        candidates={[{ id: idOrder, name: folio, detail: describePlace(order) }]}
        deleting={deleting.isPending}
        onCancel={() => setConfirming(false)}
        onConfirm={() =>
          deleting.mutate(
            { order, key: crypto.randomUUID() },
            { onSettled: () => setConfirming(false) },
          )
        }
      />
    </div>
  );
}

/** Input of the deletion, with its idempotency key. */
interface KeyedOrder {
  readonly order: ExamOrder;
  readonly key: string;
}

/** Moves an order to the trash, with 'Deshacer'. */
function useDeleteOrder() {
  const cache = useQueryClient();
  const refresh = () => refreshOrders(cache);

  const undoDelete = useUndoDelete({ refresh });

  return useMutation({
    mutationFn: ({ order, key }: KeyedOrder) =>
      api.trash.delete({ idUsers: [order.idOrder] }, { context: { idempotencyKey: key } }),
    onSuccess: async (_answer, { order }) => {
      await changeOrders(cache, order.idUser, (orders) =>
        orders.filter(({ idOrder }) => idOrder !== order.idOrder),
      );
      // The removed row had the focus.
      document.getElementById(CREATE_ORDER)?.focus();
      notifyUndo(`Orden ${order.folio} eliminada`, {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({
          ids: [order.idOrder],
          describe: () => `Orden ${order.folio} restaurada`,
        }),
      });
    },
    onError: () => notifyError('ocurrio un error', { detail: 'La orden no se eliminó.' }),
    onSettled: refresh,
  });
}
