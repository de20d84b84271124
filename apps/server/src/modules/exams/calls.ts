import { dayIn } from '@simiente/contract/common/days';
import {
  type examsContract,
  FUTURE_EXAM_MESSAGE,
  type newExamFields,
} from '@simiente/contract/exams/calls';
import { FILE_REPLACED, statusAfter } from '@simiente/contract/results/states';
import { eq } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges, newRecordId, nextVersion } from '../../platform/database/records.ts';
import { changing } from '../../platform/idempotency/idempotency-key.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { checkFile } from '../../platform/uploads/check-file.ts';
import type { ReceivedFile } from '../../platform/uploads/receive-form.ts';
import { exams } from '../../schema/exams.ts';
import { resultCorrections, resultSets } from '../../schema/results.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../audit/public.ts';
import { linkOrder } from '../exam-orders/public.ts';
import { type AddFile, keepUpload } from '../files/public.ts';
import { lockPatient } from '../patients/public.ts';
import { replaceFile } from './attach-documents.ts';
import {
  listLaboratories,
  lockExam,
  readExam,
  readExamPatient,
  readLaboratory,
  requireLaboratory,
  requireOwnExams,
} from './read-exams.ts';

export function examCalls(store: FileStore): Handlers<typeof examsContract> {
  return {
    create: keepUpload(store, 'exams.create', checkExamFile, createExam, showExam),
    replaceFile: keepUpload(store, 'exams.replaceFile', checkExamFile, replaceExamFile, showExam),

    update: changing(updateExam, (transaction, context, _changed, { idExam }) =>
      showExam(transaction, context, idExam),
    ),

    laboratory: audited(
      ({ db }, { idPartner }) => readLaboratory(db, idPartner),
      (_input, { idPartner: id }) => ({ action: 'partner.read', subject: { kind: 'partner', id } }),
    ),

    laboratories: audited(
      async ({ db }, input) => ({ laboratories: await listLaboratories(db, input) }),
      ({ search, everyType }, { laboratories }) => ({
        action: 'partners.listed',
        details: {
          filter: { laboratories: !everyType, searched: search !== undefined },
          count: laboratories.length,
        },
      }),
    ),
  };
}

/** A change without effect still shows the exam, so it is audited as a read. */
async function showExam(transaction: Transaction, context: StaffContext, id: string) {
  await auditView(transaction, context, {
    action: 'exam.read',
    subject: { kind: 'exam', id },
    patientId: await readExamPatient(transaction, id),
  });
  return { exam: await readExam(transaction, id) };
}

/**
 * Replaces an exam's file. Results that were read from the earlier file must be read again: a second reading is void,
 * and validated results become corregido until they are validated again.
 * @returns the exam's id
 * @throws Problem FORBIDDEN
 */
async function replaceExamFile(
  transaction: Transaction,
  context: StaffContext,
  { idExam: id, version }: { idExam: string; version?: number | undefined },
  addFile: AddFile,
): Promise<string> {
  await requireOwnExams(transaction, context.actor, [id]);
  // The lock order everywhere is results, exam.
  await lockResults(transaction, id);
  const exam = await lockExam(transaction, id, version);
  await replaceFile(transaction, context, exam, await addFile(), context.actor.id);
  // Results may have been entered before the exam was locked.
  const set = await lockResults(transaction, id);
  const hadFile = exam.fileId !== null || exam.externalUrl !== null;
  if (set !== undefined && hadFile) await correctResults(transaction, context, set);
  return id;
}

async function lockResults(transaction: Transaction, examId: string) {
  const [set] = await transaction
    .select()
    .from(resultSets)
    .where(eq(resultSets.examId, examId))
    .for('update');
  return set;
}

async function correctResults(
  transaction: Transaction,
  context: StaffContext,
  set: typeof resultSets.$inferSelect,
): Promise<void> {
  const corrected = statusAfter(set.status, 'correct');
  await transaction
    .update(resultSets)
    .set({
      status: corrected ?? set.status,
      validatedAt: null,
      validatedBy: null,
      secondReadingWay: null,
      secondReadingAt: null,
      secondReadingBy: null,
      ...nextVersion(resultSets),
    })
    .where(eq(resultSets.id, set.id));
  if (corrected === undefined) return;
  const { validatedAt, validatedBy } = set;
  await transaction.insert(resultCorrections).values({
    setId: set.id,
    by: context.actor.id,
    reason: FILE_REPLACED,
    validatedAt,
    validatedBy,
  });
  await writeAudit(transaction, context, {
    action: 'result.corrected',
    subject: { kind: 'exam', id: set.examId },
    patientId: set.patientId,
    details: { values: 0, facts: ['file'] },
  });
}

/**
 * Sets an exam's type, laboratory and date. An edit without changes keeps the version.
 * @throws Problem BAD_REQUEST for a date in the future
 * @throws Problem EXAM_HAS_RESULTS for a change of type while the exam has results
 * @throws Problem FORBIDDEN
 * @throws Problem NOT_FOUND, also for an unknown laboratory
 */
async function updateExam(
  transaction: Transaction,
  context: StaffContext,
  edit: CallInput<typeof examsContract.update>,
): Promise<void> {
  const { idExam: id, examType: type, idLaboratory } = edit;
  const laboratory = idLaboratory ?? null;
  rejectFutureDate(edit.examDate, context.clinicTimeZone);
  await requireOwnExams(transaction, context.actor, [id]);
  // The lock order everywhere is laboratory, exams.
  await requireNewLaboratory(transaction, id, idLaboratory);
  const before = await lockExam(transaction, id, edit.version);
  if (type !== before.type) await rejectExamWithResults(transaction, id);
  const fields = { type: before.type, laboratory: before.laboratoryId, examDate: before.examDate };
  const changed = findChanges(fields, { type, laboratory, examDate: edit.examDate });
  if (Object.keys(changed).length === 0) return;
  await transaction
    .update(exams)
    .set({ type, laboratoryId: laboratory, examDate: edit.examDate, ...nextVersion(exams) })
    .where(eq(exams.id, id));
  await writeAudit(transaction, context, {
    action: 'exam.updated',
    subject: { kind: 'exam', id },
    patientId: before.patientId,
    details: { changes: toAuditChanges(context, id, fields, changed, ['laboratory']) },
  });
}

/** Rejects a change of type while the exam has results, because their analytes are those of the current type. */
async function rejectExamWithResults(transaction: Transaction, examId: string): Promise<void> {
  if ((await transaction.$count(resultSets, eq(resultSets.examId, examId))) > 0) {
    const message =
      'Sus resultados son de este tipo. Si está mal, elimina el estudio y agrégalo de nuevo.';
    throw toFieldProblem('EXAM_HAS_RESULTS', 'examType', message);
  }
}

/** Requires that a new laboratory exists; an unchanged one may be deleted. */
async function requireNewLaboratory(
  transaction: Transaction,
  examId: string,
  laboratoryId: string | undefined,
): Promise<void> {
  const [exam] = await transaction
    .select({ laboratoryId: exams.laboratoryId })
    .from(exams)
    .where(eq(exams.id, examId));
  if (exam && exam.laboratoryId !== laboratoryId) {
    await requireLaboratory(transaction, laboratoryId);
  }
}

export const checkExamFile = (file: ReceivedFile) =>
  checkFile(file, {
    kinds: ['pdf', 'jpeg', 'png'],
    otherwise: (kind) => (kind === 'dicom' ? 'DICOM_NOT_ACCEPTED' : 'FILE_TYPE_NOT_ACCEPTED'),
  });

/**
 * Adds an exam with its file to a patient.
 * @returns its id
 * @throws Problem BAD_REQUEST for a date in the future
 * @throws Problem ORDER_NOT_OPEN for an order that does not wait for this exam
 */
async function createExam(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { idUser, examType, idLaboratory, examDate, idOrder }: z.output<typeof newExamFields>,
  addFile: AddFile,
): Promise<string> {
  rejectFutureDate(examDate, context.clinicTimeZone);
  // The lock order everywhere is laboratory, patients.
  await requireLaboratory(transaction, idLaboratory);
  await lockPatient(transaction, idUser);
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
 * Adds the exam of results without a file. The caller has locked its patient and laboratory.
 * @returns the exam's id
 */
export async function addFilelessExam(
  transaction: Transaction,
  exam: Pick<typeof exams.$inferInsert, 'patientId' | 'type' | 'laboratoryId' | 'examDate'>,
): Promise<string> {
  const id = newRecordId('exm');
  await transaction.insert(exams).values({ id, ...exam, createdAt: new Date() });
  return id;
}

/** @throws Problem BAD_REQUEST for a date that is in the future on the clinic's calendar */
function rejectFutureDate(examDate: string | null | undefined, clinicTimeZone: string): void {
  if (typeof examDate !== 'string' || examDate <= dayIn(clinicTimeZone, new Date())) return;
  throw toFieldProblem('BAD_REQUEST', 'examDate', FUTURE_EXAM_MESSAGE);
}
