import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { reportPapers, reportVersions } from '../../schema/reports.ts';
import { writeAudit } from '../audit/public.ts';
import { discardFile } from '../files/public.ts';
import { type BlockedRecord, readBlocked } from './blocked.ts';

type PurgeAnswer =
  | { readonly outcome: 'purged'; readonly record: BlockedRecord; readonly files: number }
  | { readonly outcome: 'too-early'; readonly record: BlockedRecord }
  | { readonly outcome: 'not-blocked' };

/**
 * Purges a blocked patient with all related records, or a blocked exam, once its years are over; the
 * files are swept within hours. A rejection is audited too.
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
  const about = {
    subject: { kind: record.kind, id },
    patientId: record.patientId,
  };
  if (!record.isPurgeable) {
    await writeAudit(transaction, act, { action: 'record.purge_refused', ...about });
    return { outcome: 'too-early', record };
  }
  const files =
    record.kind === 'patient'
      ? await purgePatient(transaction, id)
      : await purgeExams(transaction, [id]);
  await writeAudit(transaction, act, { action: 'record.purged', ...about, details: { files } });
  return { outcome: 'purged', record, files };
}

/** @returns how many files it had */
async function purgePatient(transaction: Transaction, id: string): Promise<number> {
  const studies = await transaction
    .select({ id: exams.id })
    .from(exams)
    .where(eq(exams.patientId, id));
  const ofStudies = await purgeExams(
    transaction,
    studies.map((exam) => exam.id),
  );
  const ofRecipes = await purgeRecipes(transaction, id);
  const papers = await transaction
    .delete(reportPapers)
    .where(
      inArray(
        reportPapers.versionId,
        transaction
          .select({ id: reportVersions.id })
          .from(reportVersions)
          .where(eq(reportVersions.patientId, id)),
      ),
    )
    .returning({ fileId: reportPapers.fileId });
  const ofReports = await discardAll(transaction, papers);
  await transaction.execute(sql`select purge_reports(${id})`);
  for (const table of [doctorAppointments, examOrders, fertilityTests, prospects]) {
    await transaction.delete(table).where(eq(table.patientId, id));
  }
  await transaction.delete(patients).where(eq(patients.id, id));
  return ofStudies + ofRecipes + ofReports;
}

async function purgeExams(transaction: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const earlier = await transaction
    .delete(replacedFiles)
    .where(inArray(replacedFiles.examId, ids))
    .returning({ fileId: replacedFiles.fileId });
  const gone = await transaction
    .delete(exams)
    .where(inArray(exams.id, ids))
    .returning({ fileId: exams.fileId });
  return discardAll(transaction, [...earlier, ...gone]);
}

/** Includes Calendly's deliveries, which have the booker's name. */
async function purgeRecipes(transaction: Transaction, patientId: string): Promise<number> {
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
  const earlier = await transaction
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
  return discardAll(transaction, [...earlier, ...rows]);
}

async function discardAll(
  transaction: Transaction,
  rows: readonly { readonly fileId: string | null }[],
): Promise<number> {
  const files = new Set(rows.flatMap(({ fileId }) => fileId ?? []));
  for (const file of files) await discardFile(transaction, file);
  return files.size;
}
