import type { trashContract } from '@simiente/contract/trash/calls';
import { may, requireCapability, type StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { readConsequences } from './consequences.ts';
import { listTrash } from './list-trash.ts';
import { moveToTrash } from './move-to-trash.ts';
import { getPersonIds } from './read-entries.ts';
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
      shown: entries.flatMap(getPersonIds),
    }),
  ),

  consequences: audited(
    ({ db, actor }, { ids }) => {
      refuseMany(actor, ids);
      return db.transaction((transaction) => readConsequences(transaction, actor, ids));
    },
    ({ ids }) => ({ action: 'bin.consequences_read', details: { count: ids.length } }),
  ),

  delete: idempotent(
    'trash.delete',
    (transaction, context, { idUsers, reason }) => {
      refuseMany(context.actor, idUsers);
      return moveToTrash(transaction, context, idUsers, reason);
    },
    auditRepetition,
  ),

  restore: idempotent(
    'trash.restore',
    (transaction, context, { ids }) => restoreRecords(transaction, context, ids),
    auditRepetition,
  ),
};

async function auditRepetition<Data>(transaction: Transaction, context: StaffContext, data: Data) {
  await auditView(transaction, context, { action: 'request.without_effect' });
  return data;
}
