import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { listedFilter, recordAudit, recordLook } from '../audit/public.ts';
import { listBin } from './list-bin.ts';
import { moveToBin } from './move-to-bin.ts';
import { restoreFromBin } from './restore-from-bin.ts';

const trash = authenticated.trash;

export const trashRouter = {
  list: trash.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listBin(transaction, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'bin.listed',
        details: { filter: listedFilter(input), count: data.entries.length },
      });
      return { status: 200, data };
    }),
  ),

  delete: trash.delete.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.delete', input }, () =>
        moveToBin(transaction, context, input.idUsers),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return { status: 200, data };
    }),
  ),

  restore: trash.restore.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.restore', input }, () =>
        restoreFromBin(transaction, context, input.ids),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return { status: 200, data };
    }),
  ),
};
