import type { Patient } from '@simiente/contract/patients/calls';
import {
  mergeFields,
  type patientMergesContract,
  SAME_PERSON,
} from '@simiente/contract/patients/merges';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../../platform/calls/handlers.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { idempotent } from '../../../platform/idempotency/idempotency-key.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { consents } from '../../../schema/consents.ts';
import { exams } from '../../../schema/exams.ts';
import { patientMerges } from '../../../schema/merges.ts';
import { fertilityTests, patients } from '../../../schema/patients.ts';
import { reportWorkingCopies } from '../../../schema/reports.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../../audit/public.ts';
import { patientColumns, presentPatient } from '../present.ts';
import { expectPatient } from '../public.ts';
import { notDeleted } from '../query.ts';
import { readPatient } from '../read-patient.ts';
import { toStale } from '../update-patient.ts';
import { toMissingProblem } from './merged-patient.ts';
import { moveRows } from './moved-rows.ts';
import { findWarnings, listMerges, previewMerge } from './read-merge.ts';
import { unmergePatients } from './unmerge-patients.ts';

export const patientMergeCalls: Handlers<typeof patientMergesContract> = {
  preview: audited(
    ({ db, clinicTimeZone }, input) => previewMerge(db, clinicTimeZone, input),
    ({ idUser: id, idOther }) => ({
      action: 'patient.merge_previewed',
      subject: { kind: 'patient', id },
      shown: [idOther],
    }),
  ),

  merge: idempotent(
    'patientMerges.merge',
    mergePatients,
    async (transaction, context, { id: idMerge }, { idUser: id }) => {
      const subject = { kind: 'patient', id } as const;
      await auditView(transaction, context, { action: 'patient.read', subject });
      return { patient: await readPatient(transaction, id), idMerge };
    },
  ),

  list: audited(
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return listMerges(db, idUser);
    },
    ({ idUser: id }, { merges }) => ({
      action: 'patient.merges_read',
      subject: { kind: 'patient', id },
      details: { count: merges.length },
    }),
  ),

  undo: idempotent(
    'patientMerges.undo',
    (transaction, context, { idMerge }) => unmergePatients(transaction, context, idMerge),
    async (transaction, context, { ids: [kept, merged] }) => {
      await auditView(transaction, context, {
        action: 'patient.read',
        subject: { kind: 'patient', id: kept },
        shown: [merged],
      });
      return {
        patients: [await readPatient(transaction, kept), await readPatient(transaction, merged)],
      };
    },
  ),
};

type MergeInput = CallInput<typeof patientMergesContract.merge>;

type Context = ChangeAct & Pick<StaffContext, 'actor' | 'clinicTimeZone'>;

const ENDED_BY_MERGE = 'Se fusionó con otro expediente que tiene su propio consentimiento.';

/**
 * Merges two records of the same person: every row of the other record moves to the kept one. The merged id then
 * resolves to the kept patient. The row of the merge has everything that `unmergePatients` needs.
 * @throws Problem PATIENT_MERGED, STALE_VERSION with the current patient
 * @throws Problem BAD_REQUEST without a confirmation, if they may be different people
 * @throws Problem MERGE_REVIEWS_OPEN
 */
export async function mergePatients(
  transaction: Transaction,
  context: Context,
  input: MergeInput,
): Promise<{ id: string }> {
  const { idUser: keptId, idOther: goneId, take } = input;
  const [kept, other] = await lockBoth(transaction, keptId, goneId);
  if (kept.version !== input.version) throw toStale(kept);
  if (other.version !== input.otherVersion) throw toStale(other);
  await requireConfirmation(transaction, context.clinicTimeZone, [kept, other], input.confirmation);
  await rejectTwoReviews(transaction, keptId, goneId);

  const id = newRecordId('mrg');
  const keptExams = await transaction
    .select({ id: exams.id })
    .from(exams)
    .where(eq(exams.patientId, keptId));
  const chosen = chooseFields(kept, other, take);
  const version = kept.version + 1;
  const links = await moveRows(transaction, goneId, keptId, ['report_deliveries']);
  const loserId = take.includes('consents') ? keptId : goneId;
  const endedConsents = await endConsents(transaction, context, {
    loserId,
    winnerId: loserId === keptId ? goneId : keptId,
    goneId,
  });
  const moved = { ...links, ...(await moveRows(transaction, goneId, keptId)) };
  await transaction
    .update(patients)
    .set({
      mergedInto: keptId,
      deletedAt: sql`now()`,
      deletedBy: context.actor.id,
      deletionId: id,
      version: other.version + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(patients.id, goneId));
  await transaction
    .update(patients)
    .set({ ...chosen, version, updatedAt: sql`now()` })
    .where(eq(patients.id, keptId));
  const before = Object.fromEntries(
    Object.keys(chosen).map((field) => [field, kept[field as keyof Patient]]),
  );
  await transaction.insert(patientMerges).values({
    id,
    keptId,
    goneId,
    // `now()` would be wrong: merges are ordered by their commits, not by the starts of their transactions.
    at: sql`clock_timestamp()`,
    by: context.actor.id,
    moved: { ...moved, keptExams: keptExams.map((exam) => exam.id) },
    changed: { before: { ...before, version: kept.version }, after: { ...chosen, version } },
    endedConsents,
  });
  await transaction.execute(sql`select merge_reports(${id})`);
  await writeAudit(transaction, context, {
    action: 'patient.merged',
    subject: { kind: 'patient', id: keptId },
    details: {
      other: goneId,
      merge: id,
      changes: toAuditChanges(context, keptId, kept, chosen, ['status']),
      isEmailReplaced: other.email !== { ...kept, ...chosen }.email,
      version,
    },
  });
  return { id };
}

/** Locks both patients in the order of ids, as everywhere. */
async function lockBoth(
  transaction: Transaction,
  keptId: string,
  goneId: string,
): Promise<readonly [Patient, Patient]> {
  const rows = await transaction
    .select(patientColumns)
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(and(inArray(patients.id, [keptId, goneId]), notDeleted))
    .orderBy(patients.id)
    .for('update', { of: patients });
  const find = async (id: string) => {
    const row = rows.find((patient) => patient.id === id);
    if (row === undefined) throw await toMissingProblem(transaction, [id]);
    return presentPatient(row);
  };
  return [await find(keptId), await find(goneId)];
}

async function requireConfirmation(
  transaction: Transaction,
  timeZone: string,
  pair: readonly [Patient, Patient],
  confirmation = '',
): Promise<void> {
  const isConfirmed = confirmation.trim().toLocaleLowerCase('es') === SAME_PERSON;
  if (isConfirmed || (await findWarnings(transaction, timeZone, pair)).length === 0) return;
  const message = `Escribe «${SAME_PERSON}» para continuar.`;
  throw toFieldProblem('BAD_REQUEST', 'confirmation', message);
}

/** @throws Problem MERGE_REVIEWS_OPEN if both have a working copy of the same kind of report */
async function rejectTwoReviews(
  transaction: Transaction,
  keptId: string,
  goneId: string,
): Promise<void> {
  const copies = await transaction
    .select({ kind: reportWorkingCopies.kind })
    .from(reportWorkingCopies)
    .where(inArray(reportWorkingCopies.patientId, [keptId, goneId]));
  if (new Set(copies.map(({ kind }) => kind)).size < copies.length) {
    throw new Problem('MERGE_REVIEWS_OPEN');
  }
}

/** The fields that the kept patient gets from the other one. */
function chooseFields(kept: Patient, other: Patient, take: MergeInput['take']): Partial<Patient> {
  const fields = take.flatMap((group) => (group === 'consents' ? [] : mergeFields[group].fields));
  return Object.fromEntries(
    fields.filter((field) => kept[field] !== other[field]).map((field) => [field, other[field]]),
  );
}

/**
 * Ends consents of one patient (`loserId`) to purposes to which the other (`winnerId`) also consents, because only one
 * consent to a purpose can be in force. Ending a consent closes the report links of its patient. The same update
 * therefore assigns the ended rows to the merged patient, who has no links left.
 * @returns the rows before the change
 */
async function endConsents(
  transaction: Transaction,
  { actor }: Context,
  { loserId, winnerId, goneId }: { loserId: string; winnerId: string; goneId: string },
): Promise<unknown> {
  const both = sql`select c.* from ${consents} c where c.patient_id = ${loserId} and c.withdrawn_at is null
    and exists (select from ${consents} w where w.patient_id = ${winnerId} and w.purpose = c.purpose and w.withdrawn_at is null)`;
  const { rows } = await transaction.execute<{ before: unknown }>(
    sql`select coalesce(jsonb_agg(to_jsonb(b)), '[]') as before from (${both}) b`,
  );
  await transaction.execute(sql`update ${consents} e set patient_id = ${goneId}, withdrawn_at = now(),
      withdrawal_reason = ${ENDED_BY_MERGE}, withdrawn_by = ${actor.id}
    from (${both}) b where e.id = b.id`);
  return rows[0]?.before;
}
