import type { Exam } from '@simiente/contract/exams';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { exams } from '../../schema/exams.ts';
import { replacedFiles } from '../../schema/replaced-files.ts';
import { recordAudit } from '../audit/public.ts';
import type { AddFile } from '../files/public.ts';
import { requireLaboratory } from './laboratories.ts';
import { lockExam, readExam } from './read-exams.ts';

type Act = Pick<StaffContext, 'actor' | 'origin'>;

const edited = { version: sql`${exams.version} + 1`, updatedAt: sql`now()` };

/**
 * Gives an exam another file; the earlier one stays in its history.
 * @throws Problem NOT_FOUND, STALE_VERSION
 */
export async function replaceExamFile(
  transaction: Transaction,
  context: Act,
  { idExam: id, version }: { idExam: string; version?: number | undefined },
  addFile: AddFile,
): Promise<{ exam: Exam }> {
  const { fileId: earlier, patientId } = await lockExam(transaction, id, version);
  const fileId = await addFile();
  if (earlier !== null) {
    await transaction
      .insert(replacedFiles)
      .values({ fileId: earlier, examId: id, replacedBy: context.actor.id });
  }
  await transaction
    .update(exams)
    .set({ fileId, ...edited })
    .where(eq(exams.id, id));
  await recordAudit(transaction, context, {
    action: 'exam.file_replaced',
    subject: { kind: 'exam', id },
    patientId,
    details: { file: [earlier, fileId] },
  });
  return { exam: await readExam(transaction, id) };
}

/**
 * Sets an exam's type and laboratory.
 * @throws Problem STALE_VERSION
 * @throws Problem NOT_FOUND, also when there is no such laboratory
 */
export async function updateExam(
  transaction: Transaction,
  context: Act,
  edit: {
    idExam: string;
    examType: string;
    idLaboratory?: string | undefined;
    version?: number | undefined;
  },
): Promise<{ exam: Exam }> {
  const { idExam: id, examType: type, idLaboratory } = edit;
  const before = await lockExam(transaction, id, edit.version);
  if (idLaboratory !== before.laboratoryId) await requireLaboratory(transaction, idLaboratory);
  await transaction
    .update(exams)
    .set({ type, laboratoryId: idLaboratory ?? null, ...edited })
    .where(eq(exams.id, id));
  await recordAudit(transaction, context, {
    action: 'exam.updated',
    subject: { kind: 'exam', id },
    patientId: before.patientId,
    details: {
      changed: [
        ...(type === before.type ? [] : ['type']),
        ...((idLaboratory ?? null) === before.laboratoryId ? [] : ['laboratory']),
      ],
    },
  });
  return { exam: await readExam(transaction, id) };
}
