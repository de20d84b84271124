import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { reportPapers, reportVersions, reportWithdrawals } from '../../schema/reports.ts';
import { writeAudit } from '../audit/public.ts';
import { discardFile } from '../files/public.ts';

/** Years that a medical record is kept after the last medical act (NOM-004-SSA3-2012, 5.4). */
export const RETENTION_YEARS = 5;

/** A blocked patient or exam, kept only for the clinic's legal duties. Instants are ISO 8601. */
interface BlockedRecord extends Record<string, unknown> {
  readonly kind: 'patient' | 'exam';
  readonly id: string;
  readonly patientId: string;
  readonly blockedAt: string;
  /** The patient's last medical act, including deleted records. */
  readonly lastActAt: string;
  /** Instant from which the record may be purged. */
  readonly purgeableFrom: string;
  readonly isPurgeable: boolean;
}

/**
 * Time of the last medical act for a patient: an exam, report, uncancelled appointment, prescription or order, even a
 * deleted one. At the earliest, the patient's creation.
 */
const lastAct: SQL<Date> = sql`greatest(
  coalesce(${patients.createdAt}, ${patients.insertedAt}),
  (select max(coalesce(${exams.createdAt}, ${exams.insertedAt})) from ${exams} where ${exams.patientId} = ${patients.id}),
  (select max(${files.createdAt}) from ${files} join ${exams} on ${exams.fileId} = ${files.id} where ${exams.patientId} = ${patients.id}),
  (select max(greatest(${reportVersions.arrivedAt}, ${reportWithdrawals.at})) from ${reportVersions}
    left join ${reportWithdrawals} on ${reportWithdrawals.versionId} = ${reportVersions.id}
    where ${reportVersions.patientId} = ${patients.id}),
  (select max(coalesce(${doctorAppointments.startsAt}, ${doctorAppointments.createdAt}, ${doctorAppointments.insertedAt})) from ${doctorAppointments}
    where ${doctorAppointments.patientId} = ${patients.id} and ${doctorAppointments.status} <> 'cancelled'),
  (select max(coalesce(${recipeAppointments.startsAt}, ${recipeAppointments.createdAt}, ${recipeAppointments.insertedAt})) from ${recipeAppointments}
    where ${recipeAppointments.patientId} = ${patients.id} and ${recipeAppointments.status} <> 'cancelled'),
  (select max(${files.createdAt}) from ${files} join ${recipeAppointments} on ${recipeAppointments.prescriptionFileId} = ${files.id}
    where ${recipeAppointments.patientId} = ${patients.id}),
  (select max(${replacedFiles.replacedAt}) from ${replacedFiles}
    left join ${exams} on ${exams.id} = ${replacedFiles.examId}
    left join ${recipeAppointments} on ${recipeAppointments.id} = ${replacedFiles.recipeAppointmentId}
    where ${patients.id} in (${exams.patientId}, ${recipeAppointments.patientId})),
  (select max(${examOrders.createdAt}) from ${examOrders} where ${examOrders.patientId} = ${patients.id})
)`;

/** The blocked records, or only the one with `id`, in the order in which they can be purged. */
export async function readBlocked(transaction: Transaction, id?: string): Promise<BlockedRecord[]> {
  const blockedPatients = sql`select 'patient' as kind, ${patients.id} as id, ${patients.id} as patient_id, ${patients.blockedAt} as blocked_at, ${lastAct} as last_act
    from ${patients} where ${and(isNotNull(patients.blockedAt), id === undefined ? undefined : eq(patients.id, id))}`;
  const blockedExam = sql`blocked`;
  const blockedExams = sql`select 'exam', ${blockedExam}.id, ${patients.id}, ${blockedExam}.blocked_at, ${lastAct}
    from ${exams} as ${blockedExam} join ${patients} on ${patients.id} = ${blockedExam}.patient_id
    where ${blockedExam}.blocked_at is not null ${id === undefined ? sql`` : sql`and ${blockedExam}.id = ${id}`}`;
  const from = sql`record.last_act + make_interval(years => ${RETENTION_YEARS})`;
  const { rows } = await transaction.execute<BlockedRecord>(
    sql`select record.kind, record.id, record.patient_id as "patientId",
          ${isoText('record.blocked_at')} as "blockedAt", ${isoText('record.last_act')} as "lastActAt",
          ${isoText(sql`(${from})`)} as "purgeableFrom", ${from} <= now() as "isPurgeable"
        from (${blockedPatients} union all ${blockedExams}) as record order by record.last_act, record.id`,
  );
  return rows;
}

type PurgeAnswer =
  | { readonly outcome: 'purged'; readonly record: BlockedRecord; readonly files: number }
  | { readonly outcome: 'too-early'; readonly record: BlockedRecord }
  | { readonly outcome: 'not-blocked' };

/**
 * Purges a blocked patient with all related records, or a blocked exam, after the retention years. The files are
 * swept within hours. A rejection is audited too.
 */
export async function purgeBlocked(
  transaction: Transaction,
  act: Act,
  id: string,
): Promise<PurgeAnswer> {
  // The locks prevent concurrent additions and restorations.
  await transaction.select().from(patients).where(eq(patients.id, id)).for('update');
  await transaction.select().from(exams).where(eq(exams.id, id)).for('update');
  const [record] = await readBlocked(transaction, id);
  if (record === undefined) return { outcome: 'not-blocked' };
  const subject = { kind: record.kind, id };
  const { patientId } = record;
  if (!record.isPurgeable) {
    await writeAudit(transaction, act, { action: 'record.purge_refused', subject, patientId });
    return { outcome: 'too-early', record };
  }
  const fileIds = await listFiles(transaction, id);
  if (record.kind === 'patient') await purgePatient(transaction, id);
  else await transaction.delete(exams).where(eq(exams.id, id));
  for (const fileId of fileIds) await discardFile(transaction, fileId);
  const files = fileIds.length;
  const details = { files };
  await writeAudit(transaction, act, { action: 'record.purged', subject, patientId, details });
  return { outcome: 'purged', record, files };
}

/** The files of an exam, or of the exams, prescriptions and reports of a patient, with the replaced ones. */
async function listFiles(transaction: Transaction, id: string): Promise<string[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with records as (
      select id, file_id from ${exams} where ${id} in (id, patient_id)
      union all select id, prescription_file_id from ${recipeAppointments} where patient_id = ${id}
      union all select v.id, p.file_id from ${reportPapers} p
        join ${reportVersions} v on v.id = p.version_id where v.patient_id = ${id}
    )
    select file_id as id from records where file_id is not null
    union select r.file_id from ${replacedFiles} r
      join records on records.id in (r.exam_id, r.recipe_appointment_id)`);
  return rows.map((row) => row.id);
}

/** Purges a patient. Foreign keys delete most of the record. Calendly's webhooks go too: they name the booker. */
async function purgePatient(transaction: Transaction, id: string): Promise<void> {
  const bookings = transaction
    .select({ id: recipeAppointments.id, uri: recipeAppointments.calendlyInviteeUri })
    .from(recipeAppointments)
    .where(eq(recipeAppointments.patientId, id))
    .as('bookings');
  await transaction.delete(inboxMessages).where(
    sql`exists (select from ${bookings} where ${bookings.id} = ${inboxMessages.appointmentId}
        or ${bookings.uri} = ${bookingField(inboxMessages.payload, 'uri')})`,
  );
  const versionIds = transaction
    .select({ id: reportVersions.id })
    .from(reportVersions)
    .where(eq(reportVersions.patientId, id));
  await transaction.delete(reportPapers).where(inArray(reportPapers.versionId, versionIds));
  await transaction.execute(sql`select purge_reports(${id})`);
  await transaction.delete(prospects).where(eq(prospects.patientId, id));
  await transaction.delete(patients).where(eq(patients.id, id));
}
