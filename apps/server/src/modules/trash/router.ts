import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { moveToBin } from './move-to-bin.ts';
import { restoreFromBin } from './restore-from-bin.ts';

const trash = authenticated.trash;

export const trashRouter = {
  delete: trash.delete.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.delete', input }, () =>
        moveToBin(transaction, context, input.idUsers),
      );
      return { status: 200, data };
    }),
  ),

  restore: trash.restore.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.restore', input }, () =>
        restoreFromBin(transaction, context, input.ids),
      );
      return { status: 200, data };
    }),
  ),
};
