import { ActionIcon } from '@mantine/core';
import type { ExamOrder } from '@simiente/contract/exam-orders/calls';
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Hint } from '../../ui/hint/Hint.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { DeleteRecord } from '../records/public.ts';
import { useMay } from '../session/public.ts';
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
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const may = useMay();
  const mayDelete = may('trash.putMany') || (may('orders.create') && may('trash.put'));
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
        drop={() =>
          changeOrders(cache, order.idUser, (orders) =>
            orders.filter((other) => other.idOrder !== idOrder),
          )
        }
        refresh={() => refreshOrders(cache)}
        focusId={CREATE_ORDER}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}
