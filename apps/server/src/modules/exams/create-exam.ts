import { dayIn } from '@simiente/contract/common/days';
import { FUTURE_EXAM_MESSAGE, type newExamFields } from '@simiente/contract/exams/calls';
import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { checkFile } from '../../platform/uploads/check-file.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { linkOrder } from '../exam-orders/public.ts';
import type { AddFile } from '../files/public.ts';
import { requireLaboratory } from './laboratories.ts';

export const checkExamFile = (file: ReceivedFile) =>
  checkFile(file, {
    kinds: ['pdf', 'jpeg', 'png'],
    otherwise: (kind) => (kind === 'dicom' ? 'DICOM_NOT_ACCEPTED' : 'FILE_TYPE_NOT_ACCEPTED'),
  });

/**
 * Adds an exam with its file to a patient.
 * @returns its id
 * @throws Problem BAD_REQUEST when its date is in the future
 * @throws Problem NOT_FOUND when the patient or laboratory does not exist or is deleted
 * @throws Problem ORDER_NOT_OPEN when it names an order that does not wait for it
 */
export async function createExam(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { idUser, examType, idLaboratory, examDate, idOrder }: z.output<typeof newExamFields>,
  addFile: AddFile,
): Promise<string> {
  refuseFutureDate(examDate, context.clinicTimeZone);
  // Before the patient: a laboratory and its patients are locked in this order.
  await requireLaboratory(transaction, idLaboratory);
  const patient = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.id, idUser), isNull(patients.deletedAt)))
    // Locks the patient, so that a concurrent deletion does not miss the new exam.
    .for('share');
  if (patient.length === 0) throw new Problem('NOT_FOUND');
  const id = newRecordId('exm');
  const fileId = await addFile();
  await transaction.insert(exams).values({
    id,
    patientId: idUser,
    type: examType,
    fileId,
    laboratoryId: idLaboratory ?? null,
    examDate: examDate ?? null,
    createdAt: new Date(),
  });
  if (idOrder !== undefined) {
    await linkOrder(transaction, { orderId: idOrder, patientId: idUser, examType, examId: id });
  }
  await writeAudit(transaction, context, {
    action: 'exam.created',
    subject: { kind: 'exam', id },
    patientId: idUser,
    details: { file: fileId, order: idOrder },
  });
  return id;
}

/**
 * Adds the exam of results that came without a file, for a patient and laboratory that the caller locked.
 * @returns its id
 */
export async function addExamOfValues(
  transaction: Transaction,
  exam: Pick<typeof exams.$inferInsert, 'patientId' | 'type' | 'laboratoryId' | 'examDate'>,
): Promise<string> {
  const id = newRecordId('exm');
  await transaction.insert(exams).values({ id, ...exam, createdAt: new Date() });
  return id;
}

/**
 * Rejects the date of a study that has not been made yet on the clinic's calendar.
 * @throws Problem BAD_REQUEST
 */
export function refuseFutureDate(
  examDate: string | null | undefined,
  clinicTimeZone: string,
): void {
  if (typeof examDate !== 'string' || examDate <= dayIn(clinicTimeZone, new Date())) return;
  throw new Problem('BAD_REQUEST', {
    issues: [{ path: 'examDate', message: FUTURE_EXAM_MESSAGE }],
  });
}
