import type { trashContract } from '@simiente/contract/trash';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { once } from '../../platform/idempotency/once.ts';
import { audited, listedFilter, recordLook } from '../audit/public.ts';
import { listBin } from './list-bin.ts';
import { moveToBin } from './move-to-bin.ts';
import { restoreFromBin } from './restore-from-bin.ts';

export const trashCalls: Handlers<typeof trashContract> = {
  list: audited(
    ({ db, cursors }, input) => listBin(db, input, cursors),
    (input, { entries }) => ({
      action: 'bin.listed',
      details: { filter: listedFilter(input), count: entries.length },
    }),
  ),

  delete: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.delete', input }, () =>
        moveToBin(transaction, context, input.idUsers),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return data;
    }),

  restore: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'trash.restore', input }, () =>
        restoreFromBin(transaction, context, input.ids),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return data;
    }),
};
