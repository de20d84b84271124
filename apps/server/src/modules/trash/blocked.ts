import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { reportPapers, reportVersions, reportWithdrawals } from '../../schema/reports.ts';
import { writeAudit } from '../audit/public.ts';
import { discardFile } from '../files/public.ts';

/** Years that a medical record is kept after the last medical act (NOM-004-SSA3-2012, 5.4). */
export const RETENTION_YEARS = 5;

/** A blocked patient or exam, kept only for the clinic's legal duties, with instants as ISO 8601. */
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
 * The last medical act for a patient: an exam, report, appointment that was not cancelled, prescription or order,
 * deleted or not; or the creation of the patient, if later.
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

/** All blocked records, those that can be purged soonest first; only the record with `id` if given. */
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
  // Locked, so that nothing is added or restored concurrently.
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
  const files =
    record.kind === 'patient'
      ? await purgePatient(transaction, id)
      : await purgeExams(transaction, [id]);
  const details = { files };
  await writeAudit(transaction, act, { action: 'record.purged', subject, patientId, details });
  return { outcome: 'purged', record, files };
}

/** @returns the number of discarded files */
async function purgePatient(transaction: Transaction, id: string): Promise<number> {
  const patientExams = await transaction
    .select({ id: exams.id })
    .from(exams)
    .where(eq(exams.patientId, id));
  const examIds = patientExams.map((exam) => exam.id);
  const examFiles = await purgeExams(transaction, examIds);
  const prescriptionFiles = await purgePrescriptions(transaction, id);
  const versionIds = transaction
    .select({ id: reportVersions.id })
    .from(reportVersions)
    .where(eq(reportVersions.patientId, id));
  const papers = await transaction
    .delete(reportPapers)
    .where(inArray(reportPapers.versionId, versionIds))
    .returning({ fileId: reportPapers.fileId });
  const reportFiles = await discardAll(transaction, papers);
  await transaction.execute(sql`select purge_reports(${id})`);
  for (const table of [doctorAppointments, examOrders, fertilityTests, prospects]) {
    await transaction.delete(table).where(eq(table.patientId, id));
  }
  await transaction.delete(patients).where(eq(patients.id, id));
  return examFiles + prescriptionFiles + reportFiles;
}

async function purgeExams(transaction: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const replaced = await transaction
    .delete(replacedFiles)
    .where(inArray(replacedFiles.examId, ids))
    .returning({ fileId: replacedFiles.fileId });
  const current = await transaction
    .delete(exams)
    .where(inArray(exams.id, ids))
    .returning({ fileId: exams.fileId });
  return discardAll(transaction, [...replaced, ...current]);
}

/** Purges prescription appointments with Calendly's webhooks, because these have the booker's name. */
async function purgePrescriptions(transaction: Transaction, patientId: string): Promise<number> {
  const rows = await transaction
    .select({
      id: recipeAppointments.id,
      fileId: recipeAppointments.prescriptionFileId,
      booking: recipeAppointments.calendlyInviteeUri,
    })
    .from(recipeAppointments)
    .where(eq(recipeAppointments.patientId, patientId));
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const replaced = await transaction
    .delete(replacedFiles)
    .where(inArray(replacedFiles.recipeAppointmentId, ids))
    .returning({ fileId: replacedFiles.fileId });
  const bookings = rows.flatMap(({ booking }) => booking ?? []);
  await transaction
    .delete(inboxMessages)
    .where(
      or(
        inArray(inboxMessages.appointmentId, ids),
        sql`${inboxMessages.payload} -> 'payload' ->> 'uri' = any(${sql.param(bookings)}::text[])`,
      ),
    );
  await transaction.delete(recipeAppointments).where(inArray(recipeAppointments.id, ids));
  return discardAll(transaction, [...replaced, ...rows]);
}

async function discardAll(
  transaction: Transaction,
  rows: readonly { readonly fileId: string | null }[],
): Promise<number> {
  const files = new Set(rows.flatMap(({ fileId }) => fileId ?? []));
  for (const file of files) await discardFile(transaction, file);
  return files.size;
}
