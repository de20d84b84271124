import type { MissingParents } from '@simiente/contract/trash/calls';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { nextVersionWithoutEdit } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { consents } from '../../../schema/consents.ts';
import { patientMerges, similarPending } from '../../../schema/merges.ts';
import { patients } from '../../../schema/patients.ts';
import { writeAudit } from '../../audit/public.ts';
import { claimCurp, claimStoredCurp } from '../create-patient.ts';
import { moveDependentRows, moveLaterExams, moveRowsBack } from './moved-rows.ts';
import { isFollowed, isRecent } from './read-merge.ts';

type Merge = typeof patientMerges.$inferSelect;

/**
 * Undoes a merge. Later edits stay. Rows added after the merge stay too, with the kept record or with the order,
 * exam or report to which they belong.
 * @throws Problem MERGE_OLD, MERGE_FOLLOWED, CURP_TAKEN
 * @throws Problem RESTORE_PARENT_DELETED if the kept patient is in the trash
 */
export async function unmergePatients(
  transaction: Transaction,
  context: Act & Pick<StaffContext, 'actor'>,
  id: string,
): Promise<{ ids: readonly [string, string] }> {
  const merge = await lockMerge(transaction, id);
  const { keptId, goneId } = merge;
  await moveRowsBack(transaction, merge.moved, keptId, goneId);
  await restoreConsents(transaction, merge);
  await moveLaterExams(transaction, keptId, goneId, merge);
  await moveDependentRows(transaction, keptId, goneId);
  await restoreFields(transaction, merge);
  await claimStoredCurp(transaction, goneId);
  await transaction
    .update(patients)
    .set({
      mergedInto: null,
      deletedAt: null,
      deletedBy: null,
      deletionId: null,
      ...nextVersionWithoutEdit(patients),
    })
    .where(eq(patients.id, goneId));
  await transaction.insert(similarPending).values({ patientId: keptId });
  await transaction.execute(sql`select unmerge_reports(${id})`);
  await moveDependentRows(transaction, keptId, goneId);
  await transaction
    .update(patientMerges)
    .set({ undoneAt: sql`now()`, undoneBy: context.actor.id })
    .where(eq(patientMerges.id, id));
  await writeAudit(transaction, context, {
    action: 'patient.unmerged',
    subject: { kind: 'patient', id: keptId },
    details: { other: goneId, merge: id },
    shown: [goneId],
  });
  return { ids: [keptId, goneId] };
}

async function lockMerge(transaction: Transaction, id: string): Promise<Merge> {
  const [unlocked] = await transaction.select().from(patientMerges).where(eq(patientMerges.id, id));
  if (unlocked === undefined) throw new Problem('NOT_FOUND');
  const ids = [unlocked.keptId, unlocked.goneId];
  const mergedPatients = await transaction
    .select({ id: patients.id, name: patients.name, deletedAt: patients.deletedAt })
    .from(patients)
    .where(inArray(patients.id, ids))
    .orderBy(patients.id)
    .for('update');
  const [locked] = await transaction
    .select({ merge: patientMerges, isFollowed: isFollowed(transaction) })
    .from(patientMerges)
    // Drizzle qualifies columns only in a query of several tables.
    .innerJoin(patients, eq(patients.id, patientMerges.goneId))
    .where(and(eq(patientMerges.id, id), isRecent));
  if (locked === undefined) throw new Problem('MERGE_OLD');
  if (locked.isFollowed) throw new Problem('MERGE_FOLLOWED');
  const { merge } = locked;
  const keptPatient = mergedPatients.find((patient) => patient.id === merge.keptId);
  if (keptPatient?.deletedAt) {
    const { id, name } = keptPatient;
    throw new Problem('RESTORE_PARENT_DELETED', {
      details: { parents: [{ kind: 'patient', id, name }] } satisfies MissingParents,
      shows: { kind: 'patient', id },
    });
  }
  return merge;
}

/** Restores the earlier fields of the kept patient, except fields that were edited after the merge. */
async function restoreFields(
  transaction: Transaction,
  { keptId, changed: { before, after } }: Merge,
): Promise<void> {
  const [kept] = await transaction.select().from(patients).where(eq(patients.id, keptId));
  if (kept === undefined) throw new Problem('NOT_FOUND');
  const current: Readonly<Record<string, unknown>> = kept;
  const { version: _, ...fields } = before;
  const restored = Object.fromEntries(
    Object.entries(fields).filter(([field]) => current[field] === after[field]),
  );
  if (typeof restored.curp === 'string') await claimCurp(transaction, restored.curp, keptId);
  const version = kept.version + 1;
  const isUnedited = kept.importedVersion === before.version && kept.version === after.version;
  await transaction
    .update(patients)
    .set({
      ...restored,
      version,
      updatedAt: sql`now()`,
      // A record that staff did not edit since its import still belongs to the import.
      ...(isUnedited && { importedVersion: version }),
    })
    .where(eq(patients.id, keptId));
}

/** Puts the ended consents in force again, except where a newer consent to the same purpose is in force. */
async function restoreConsents(transaction: Transaction, { endedConsents }: Merge): Promise<void> {
  await transaction.execute(sql`
    with earlier as (
      select b.*, exists (select from ${consents} c where c.patient_id = b.patient_id and c.purpose = b.purpose
          and c.withdrawn_at is null) as is_replaced
        from jsonb_populate_recordset(null::consents, ${JSON.stringify(endedConsents)}::jsonb) b)
    update ${consents} e set patient_id = earlier.patient_id,
        withdrawn_at = case when is_replaced then e.withdrawn_at end,
        withdrawal_reason = case when is_replaced then e.withdrawal_reason end,
        withdrawn_by = case when is_replaced then e.withdrawn_by end
      from earlier where earlier.id = e.id`);
}
