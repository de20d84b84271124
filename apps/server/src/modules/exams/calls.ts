import type { examsContract } from '@simiente/contract/exams/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { audited, auditView } from '../audit/public.ts';
import { keepUploads } from '../files/public.ts';
import { replaceExamFile, updateExam } from './change-exam.ts';
import { checkExamFile, createExam } from './create-exam.ts';
import { listLaboratories, readLaboratory } from './laboratories.ts';
import { patientOfExam, readExamData } from './read-exams.ts';

export function examCalls(store: FileStore): Handlers<typeof examsContract> {
  return {
    create: (context, { file, ...input }) =>
      keepUploads(
        context,
        store,
        { call: 'exams.create', input, received: { file } },
        {
          check: checkExamFile,
          attach: (transaction, addFile) =>
            createExam(transaction, context, input, () => addFile('file')),
          read: (transaction, id) => showExam(transaction, context, id),
        },
      ),

    replaceFile: (context, { file, ...input }) =>
      keepUploads(
        context,
        store,
        { call: 'exams.replaceFile', input, received: { file } },
        {
          check: checkExamFile,
          attach: (transaction, addFile) =>
            replaceExamFile(transaction, context, input, () => addFile('file')),
          read: (transaction, id) => showExam(transaction, context, id),
        },
      ),

    update: (context, input) =>
      context.db.transaction(async (transaction) => {
        await updateExam(transaction, context, input);
        return showExam(transaction, context, input.idExam);
      }),

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
    patientId: await patientOfExam(transaction, id),
  });
  return readExamData(transaction, id);
}
