import { eq, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { writeAudit } from '../audit/public.ts';

/** A document of a laboratory, in the store. */
export interface LaboratoryDocument {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Writes the row of its file, once, and returns its id. */
  readonly add: () => Promise<string>;
}

/**
 * Gives an exam the documents of its laboratory. The first becomes its file, in place of one that the laboratory sent
 * before; the others become exams of their own. A document that the patient has already is not added again.
 */
export async function attachDocuments(
  transaction: Transaction,
  act: Act,
  examId: string,
  documents: readonly LaboratoryDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const [row] = await transaction
    .select({ exam: exams, fileBy: files.createdBy })
    .from(exams)
    .leftJoin(files, eq(files.id, exams.fileId))
    .where(eq(exams.id, examId))
    .for('update', { of: exams });
  if (row === undefined) throw new Error('Results have an exam');
  const { patientId, type, laboratoryId, examDate, fileId: earlier } = row.exam;
  const isOurs = earlier !== null && row.fileBy !== null;
  for (const [index, document] of documents.entries()) {
    if (await hasDocument(transaction, patientId, document.sha256)) continue;
    const fileId = await document.add();
    if (index > 0 || isOurs) {
      const id = newRecordId('exm');
      const exam = { id, patientId, type, laboratoryId, examDate, fileId, createdAt: new Date() };
      await transaction.insert(exams).values(exam);
      const subject = { kind: 'exam', id } as const;
      await writeAudit(transaction, act, {
        action: 'exam.created',
        subject,
        patientId,
        details: { file: fileId },
      });
      continue;
    }
    if (earlier !== null)
      await transaction.insert(replacedFiles).values({ fileId: earlier, examId });
    await transaction
      .update(exams)
      .set({ fileId, version: sql`${exams.version} + 1`, updatedAt: sql`now()` })
      .where(eq(exams.id, examId));
    await writeAudit(transaction, act, {
      action: 'exam.file_replaced',
      subject: { kind: 'exam', id: examId },
      patientId,
      details: { changes: { file: { from: earlier, to: fileId } } },
    });
  }
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

/** Gives the files and the day of an exam to another one, to which its results were moved. */
export async function moveFiles(transaction: Transaction, from: string, to: string): Promise<void> {
  const [exam] = await transaction
    .select({ fileId: exams.fileId, externalUrl: exams.externalUrl, examDate: exams.examDate })
    .from(exams)
    .where(eq(exams.id, from))
    .for('update');
  const edited = { version: sql`${exams.version} + 1`, updatedAt: sql`now()` };
  await transaction
    .update(exams)
    .set({ fileId: null, externalUrl: null, ...edited })
    .where(eq(exams.id, from));
  await transaction
    .update(exams)
    .set(exam ?? {})
    .where(eq(exams.id, to));
  await transaction.update(replacedFiles).set({ examId: to }).where(eq(replacedFiles.examId, from));
}

/** Takes the file that a laboratory sent from an exam of the wrong patient. */
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
    .set({ fileId: null, version: sql`${exams.version} + 1`, updatedAt: sql`now()` })
    .where(eq(exams.id, examId));
  return { sha256: row.sha256, add: async () => row.id };
}
