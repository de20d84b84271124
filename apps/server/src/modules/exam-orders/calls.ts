import type { examOrdersContract } from '@simiente/contract/exam-orders/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { createOrder } from './create-order.ts';
import { orderPdf } from './download-order.ts';
import { listAllOrders } from './list-all-orders.ts';
import { listDownloads } from './list-downloads.ts';
import { readDays, setDays } from './order-days.ts';
import { listOrders, readOrder } from './read-orders.ts';
import { requestAgain } from './reject-study.ts';
import { searchBranches } from './search-branches.ts';

export const examOrderCalls = (store: FileStore): Handlers<typeof examOrdersContract> => ({
  pdf: orderPdf(store),

  create: idempotent(
    'examOrders.create',
    createOrder,
    async (transaction, context, { id }, { idUser: patientId }) => {
      await auditView(transaction, context, {
        action: 'exam_order.read',
        subject: { kind: 'exam_order', id },
        patientId,
      });
      return { order: await readOrder(transaction, id) };
    },
  ),

  requestAgain: idempotent(
    'examOrders.requestAgain',
    requestAgain,
    async (transaction, context, { id, patientId }) => {
      await auditView(transaction, context, {
        action: 'exam_order.read',
        subject: { kind: 'exam_order', id },
        patientId,
      });
      return { order: await readOrder(transaction, id) };
    },
  ),

  list: audited(
    async ({ db }, { idUser }) => ({ orders: await listOrders(db, idUser) }),
    ({ idUser: id }) => ({
      action: 'patient.exam_orders_read',
      subject: { kind: 'patient', id },
      patientId: id,
    }),
  ),

  branches: audited(
    ({ db }, input) => searchBranches(db, input),
    ({ search, ...filter }, { branches }) => ({
      action: 'branches.listed',
      details: { filter: { ...filter, searched: search !== undefined }, count: branches.length },
    }),
  ),

  listAll: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listAllOrders(db, input, { cursors, timeZone }),
    (input, { orders }) => ({
      action: 'exam_orders.listed',
      details: { filter: listedFilter(input), count: orders.length },
      shown: orders.map(({ idUser }) => idUser),
    }),
  ),

  days: async ({ db }) => ({ studies: await readDays(db) }),
  setDays: (context, input) =>
    context.db.transaction(async (transaction) => {
      await setDays(transaction, context, input);
      return { studies: await readDays(transaction) };
    }),

  downloads: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listDownloads(db, input, { cursors, timeZone }),
    ({ cursor, ...filter }, { downloads }) => ({
      action: 'exam_order_downloads.listed',
      details: { filter: { ...filter, continued: cursor !== undefined }, count: downloads.length },
      shown: downloads.map(({ patient }) => patient.idUser),
    }),
  ),
});
