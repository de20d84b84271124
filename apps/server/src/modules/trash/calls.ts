import type { trashContract } from '@simiente/contract/trash';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { listTrash } from './list-trash.ts';
import { moveToTrash } from './move-to-trash.ts';
import { restoreRecords } from './restore.ts';

export const trashCalls: Handlers<typeof trashContract> = {
  list: audited(
    ({ db, cursors }, input) => listTrash(db, input, cursors),
    (input, { entries }) => ({
      action: 'bin.listed',
      details: { filter: listedFilter(input), count: entries.length },
      shown: entries.flatMap(({ kind, id }) =>
        kind === 'patient' || kind === 'prospect' ? [id] : [],
      ),
    }),
  ),

  delete: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await withIdempotencyKey(
        transaction,
        context,
        { call: 'trash.delete', input },
        () => moveToTrash(transaction, context, input.idUsers),
      );
      await auditView(transaction, context, { action: 'request.without_effect' });
      return data;
    }),

  restore: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await withIdempotencyKey(
        transaction,
        context,
        { call: 'trash.restore', input },
        () => restoreRecords(transaction, context, input.ids),
      );
      await auditView(transaction, context, { action: 'request.without_effect' });
      return data;
    }),
};
