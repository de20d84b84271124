import type { trashContract } from '@simiente/contract/trash/calls';
import { may, requireCapability, type StaffActor } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { listTrash } from './list-trash.ts';
import { moveToTrash } from './move-to-trash.ts';
import { restoreRecords } from './restore.ts';

/** An account that may not see or restore everything in the trash has what it deleted itself. */
function deletedByOwn(
  actor: StaffActor,
  everything: 'trash.seeAll' | 'trash.restoreAll',
): { deletedBy?: string } {
  return may(actor, everything) ? {} : { deletedBy: actor.id };
}

/** @throws Problem FORBIDDEN */
function refuseMany(actor: StaffActor, ids: readonly string[]): void {
  if (new Set(ids).size > 1) requireCapability(actor, 'trash.putMany');
}

export const trashCalls: Handlers<typeof trashContract> = {
  list: audited(
    ({ db, actor, cursors }, input) =>
      listTrash(db, { ...input, ...deletedByOwn(actor, 'trash.seeAll') }, cursors),
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
        () => {
          refuseMany(context.actor, input.idUsers);
          return moveToTrash(transaction, context, input.idUsers);
        },
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
