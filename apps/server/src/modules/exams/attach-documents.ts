import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId, nextVersion } from '../../platform/database/records.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { resultSets } from '../../schema/results.ts';
import { type AuditEntry, writeAudit } from '../audit/public.ts';

/** A document of a laboratory, whose bytes are in the store. */
export interface LaboratoryDocument {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Writes the row of the file once, and returns the file's id. */
  readonly add: () => Promise<string>;
}

/**
 * Attaches a laboratory's documents to an exam. The first one becomes the exam's file, and replaces an earlier file
 * of the laboratory, but not one that staff uploaded. The others become separate exams. A document that the patient
 * already has is not added again.
 */
export async function attachDocuments(
  transaction: Transaction,
  act: Act,
  examId: string,
  documents: readonly LaboratoryDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const [row] = await transaction
    .select({ exam: exams, uploadedBy: files.createdBy })
    .from(exams)
    .leftJoin(files, eq(files.id, exams.fileId))
    .where(eq(exams.id, examId))
    .for('update', { of: exams });
  if (row === undefined) throw new Error('The exam of the results does not exist');
  const { patientId, type, laboratoryId, examDate, fileId: earlier } = row.exam;
  const hasStaffFile = earlier !== null && row.uploadedBy !== null;
  for (const [index, document] of documents.entries()) {
    if (await hasDocument(transaction, patientId, document.sha256)) continue;
    const fileId = await document.add();
    if (index > 0 || hasStaffFile) {
      const id = newRecordId('exm');
      const exam = { id, patientId, type, laboratoryId, examDate, fileId, attachedTo: examId };
      await transaction.insert(exams).values({ ...exam, createdAt: new Date() });
      await writeAudit(transaction, act, {
        action: 'exam.created',
        subject: { kind: 'exam', id },
        patientId,
        details: { file: fileId },
      });
      continue;
    }
    await replaceFile(transaction, act, row.exam, fileId);
  }
}

/** Replaces an exam's file. The earlier file stays in the exam's history. */
export async function replaceFile(
  transaction: Transaction,
  act: Act,
  { id, patientId, fileId: earlier }: typeof exams.$inferSelect,
  fileId: string,
  replacedBy: string | null = null,
): Promise<void> {
  if (earlier !== null) {
    await transaction.insert(replacedFiles).values({ fileId: earlier, examId: id, replacedBy });
  }
  await transaction
    .update(exams)
    .set({ fileId, ...nextVersion(exams) })
    .where(eq(exams.id, id));
  await writeAudit(transaction, act, {
    action: 'exam.file_replaced',
    subject: { kind: 'exam', id },
    patientId,
    details: { changes: { file: { from: earlier, to: fileId } } },
  });
}

async function hasDocument(transaction: Transaction, patientId: string, sha256: string) {
  const { rows } = await transaction.execute(sql`
    select from ${files} f join (
      select file_id, patient_id from ${exams} where deleted_at is null
      union all
      select r.file_id, e.patient_id from ${replacedFiles} r
        join ${exams} e on e.id = r.exam_id where e.deleted_at is null
    ) owned on owned.file_id = f.id
    where f.sha256 = ${sha256} and owned.patient_id = ${patientId} limit 1`);
  return rows.length > 0;
}

/** Condition for exams that hold a further document of an exam, and have no results. */
const isAttachedTo = (examId: string) =>
  and(
    eq(exams.attachedTo, examId),
    isNull(exams.deletedAt),
    sql`not exists (select from ${resultSets} where ${resultSets.examId} = ${exams.id})`,
  );

/** Moves the files and the day of an exam to the exam to which its results were moved. */
export async function moveFiles(
  transaction: Transaction,
  act: Act,
  from: string,
  to: string,
): Promise<void> {
  const [exam] = await transaction
    .select({ fileId: exams.fileId, externalUrl: exams.externalUrl, examDate: exams.examDate })
    .from(exams)
    .where(eq(exams.id, from))
    .for('update');
  await transaction
    .update(exams)
    .set({ fileId: null, externalUrl: null, ...nextVersion(exams) })
    .where(eq(exams.id, from));
  await transaction
    .update(exams)
    .set(exam ?? {})
    .where(eq(exams.id, to));
  await transaction.update(replacedFiles).set({ examId: to }).where(eq(replacedFiles.examId, from));
  await moveAttached(transaction, act, from, to);
}

export async function moveAttached(
  transaction: Transaction,
  act: Act,
  from: string,
  to: string,
): Promise<void> {
  const owners = await transaction
    .select({ id: exams.id, patientId: exams.patientId })
    .from(exams)
    .where(inArray(exams.id, [from, to]));
  const before = owners.find(({ id }) => id === from);
  const after = owners.find(({ id }) => id === to);
  if (before === undefined || after === undefined) return;
  const moved = await transaction
    .update(exams)
    .set({ attachedTo: to, patientId: after.patientId, ...nextVersion(exams) })
    .where(isAttachedTo(from))
    .returning({ id: exams.id });
  if (before.patientId === after.patientId) return;
  const changes = { patient: { from: before.patientId, to: after.patientId } };
  const toEntry = (id: string, patientId: string): AuditEntry => ({
    action: 'exam.updated',
    subject: { kind: 'exam', id },
    patientId,
    details: { changes },
  });
  const entries = moved.flatMap(({ id }) => [
    toEntry(id, before.patientId),
    toEntry(id, after.patientId),
  ]);
  if (entries.length > 0) await writeAudit(transaction, act, ...entries);
}

/**
 * Moves the files of an exam to the trash, as a separate exam, because its results belong to another person. The exam
 * stays, with its withdrawn results.
 */
export async function withdrawFiles(
  transaction: Transaction,
  act: Act,
  from: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<void> {
  const [exam] = await transaction.select().from(exams).where(eq(exams.id, from));
  if (exam === undefined) return;
  const { patientId, type, laboratoryId, createdAt } = exam;
  const hasFile = exam.fileId !== null || exam.externalUrl !== null;
  const trashedId = hasFile ? newRecordId('exm') : from;
  if (hasFile) {
    await transaction
      .insert(exams)
      .values({ id: trashedId, patientId, type, laboratoryId, createdAt });
    await moveFiles(transaction, act, from, trashedId);
  }
  const deletion = randomUUID();
  const removed = await transaction
    .update(exams)
    .set({
      deletedAt: sql`now()`,
      deletedBy: by,
      deletionId: deletion,
      deletionReason: reason,
      ...nextVersion(exams),
    })
    .where(or(hasFile ? eq(exams.id, trashedId) : undefined, isAttachedTo(trashedId)))
    .returning({ id: exams.id });
  const entries = removed.map(
    ({ id }): AuditEntry => ({
      action: 'record.deleted',
      subject: { kind: 'exam', id },
      patientId,
      details: { deletion },
    }),
  );
  if (entries.length > 0) await writeAudit(transaction, act, ...entries);
}

/**
 * Removes the laboratory's file from an exam of the wrong patient, so that it can be attached to another exam.
 * @returns null without a file, or for a file that staff uploaded
 */
export async function detachDocument(
  transaction: Transaction,
  examId: string,
): Promise<LaboratoryDocument | null> {
  const [row] = await transaction
    .select({ id: files.id, sha256: files.sha256, createdBy: files.createdBy })
    .from(exams)
    .innerJoin(files, eq(files.id, exams.fileId))
    .where(eq(exams.id, examId));
  if (row === undefined || row.createdBy !== null) return null;
  await transaction
    .update(exams)
    .set({ fileId: null, ...nextVersion(exams) })
    .where(eq(exams.id, examId));
  return { sha256: row.sha256, add: async () => row.id };
}
