import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { createOrder } from './create-order.ts';
import { listDownloads } from './list-downloads.ts';
import { listOrders, readOrder } from './read-orders.ts';
import { searchBranches } from './search-branches.ts';

const examOrders = authenticated.examOrders;

/** The typed calls about orders; their PDF is in `pdf-route.ts`. */
export const examOrdersRouter = {
  create: examOrders.create.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { id } = await once(transaction, context, { call: 'examOrders.create', input }, () =>
        createOrder(transaction, context, input),
      );
      await recordLook(transaction, context, {
        action: 'exam_order.read',
        subject: { kind: 'exam_order', id },
        patientId: input.idUser,
      });
      return { status: 200, data: { order: await readOrder(transaction, id) } };
    }),
  ),

  list: examOrders.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const orders = await listOrders(transaction, input.idUser);
      await recordAudit(transaction, context, {
        action: 'patient.exam_orders_read',
        subject: { kind: 'patient', id: input.idUser },
        patientId: input.idUser,
      });
      return { status: 200, data: { orders } };
    }),
  ),

  branches: examOrders.branches.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await searchBranches(transaction, input);
      const { search, ...filter } = input;
      await recordAudit(transaction, context, {
        action: 'branches.listed',
        details: {
          filter: { ...filter, searched: search !== undefined },
          count: data.branches.length,
        },
      });
      return { status: 200, data };
    }),
  ),

  downloads: examOrders.downloads.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { cursors, clinicTimeZone: timeZone } = context;
      const data = await listDownloads(transaction, input, { cursors, timeZone });
      const { cursor, ...filter } = input;
      await recordAudit(transaction, context, {
        action: 'exam_order_downloads.listed',
        details: {
          filter: { ...filter, continued: cursor !== undefined },
          count: data.downloads.length,
        },
      });
      return { status: 200, data };
    }),
  ),
};
