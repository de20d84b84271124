import type { DeletionConsequences, trashContract } from '@simiente/contract/trash/calls';
import { inArray, sql } from 'drizzle-orm';
import { may, requireCapability, type StaffActor } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditNoEffect, listedFilter } from '../audit/public.ts';
import { findKinds } from './change-records.ts';
import { getPersonIds, listTrash } from './list-trash.ts';
import { moveToTrash, requireDeletable } from './move-to-trash.ts';
import { restoreRecords } from './restore.ts';

/** Maximum number of records of each kind that are listed; all are counted. */
const MAX_LISTED = 3;

/**
 * The branches, appointments and results that a deletion would include. Unknown ids are ignored.
 * @throws Problem FORBIDDEN if the account may not delete one of them
 */
async function readConsequences(
  transaction: Transaction,
  actor: StaffActor,
  ids: readonly string[],
): Promise<DeletionConsequences> {
  for (const [rules, kindIds] of await findKinds(transaction, ids)) {
    await requireDeletable(transaction, actor, rules, kindIds);
  }
  const isSelected = (column: string) => inArray(sql.raw(column), [...ids]);
  const listFirst = (rows: string) =>
    sql.raw(
      `(select coalesce(json_agg(first), '[]') from (select * from ${rows} limit ${MAX_LISTED}) as first)`,
    );
  const { rows } = await transaction.execute<DeletionConsequences>(sql`
    with selected_branches as (
      select name from branches where deleted_at is null and ${isSelected('partner_id')} order by name, id
    ), selected_appointments as (
      select d.name as "doctorName", ${isoText('a.starts_at')} as "startsAt"
      from doctor_appointments a join doctors d on d.id = a.doctor_id
      where a.deleted_at is null and a.status <> 'cancelled' and a.starts_at > now()
        and ${isSelected('a.patient_id')}
      order by a.starts_at, a.id
    ), prescriptions as (
      select calendly_invitee_uri is not null as booked from recipe_appointments
      where deleted_at is null and status <> 'cancelled' and starts_at > now()
        and ${isSelected('patient_id')}
    ), studies as (
      select e.type as "examType", r.status = 'validado' as validated
      from result_sets r join exams e on e.id = r.exam_id
      where e.deleted_at is null and (${isSelected('e.id')} or ${isSelected('e.patient_id')})
      order by r.status = 'validado' desc, e.type, r.id
    )
    select
      json_build_object('total', (select count(*) from selected_branches),
        'first', ${listFirst('selected_branches')}) as branches,
      json_build_object('total', (select count(*) from selected_appointments),
        'first', ${listFirst('selected_appointments')}) as appointments,
      json_build_object('total', (select count(*) from prescriptions),
        'inCalendly', (select count(*) from prescriptions where booked)) as validations,
      json_build_object('total', (select count(*) from studies),
        'first', ${listFirst('studies')}) as results,
      exists(select from result_sets where ${isSelected('exam_id')}) as "needsReason"`);
  const [consequences] = rows;
  if (consequences === undefined) throw new Error('An aggregate returned no row');
  return consequences;
}

/** @throws Problem FORBIDDEN for several records, unless the account may delete them at once */
function requireBulkDeletion(actor: StaffActor, ids: readonly string[]): void {
  if (new Set(ids).size > 1) requireCapability(actor, 'trash.putMany');
}

export const trashCalls: Handlers<typeof trashContract> = {
  list: audited(
    ({ db, actor, cursors }, input) => {
      const deletedBy = may(actor, 'trash.seeAll') ? undefined : actor.id;
      return listTrash(db, { ...input, deletedBy }, cursors);
    },
    (input, { entries }) => ({
      action: 'bin.listed',
      details: { filter: listedFilter(input), count: entries.length },
      shown: entries.flatMap(getPersonIds),
    }),
  ),

  consequences: audited(
    ({ db, actor }, { ids }) => {
      requireBulkDeletion(actor, ids);
      return db.transaction((transaction) => readConsequences(transaction, actor, ids));
    },
    ({ ids }) => ({ action: 'bin.consequences_read', details: { count: ids.length } }),
  ),

  delete: idempotent(
    'trash.delete',
    (transaction, context, { idUsers, reason }) => {
      requireBulkDeletion(context.actor, idUsers);
      return moveToTrash(transaction, context, idUsers, reason);
    },
    auditNoEffect,
  ),

  restore: idempotent(
    'trash.restore',
    (transaction, context, { ids }) => restoreRecords(transaction, context, ids),
    auditNoEffect,
  ),
};
