import {
  examFileFields,
  examsContract,
  LARGEST_EXAM_FILE,
  newExamFields,
} from '@simiente/contract/exams';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { type UploadRoute, uploadRoute } from '../../platform/http/uploads.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { AcceptedKinds } from '../../platform/uploads/check-file.ts';
import { recordLook } from '../audit/public.ts';
import { attachUpload } from '../files/public.ts';
import { replaceExamFile } from './change-exam.ts';
import { createExam } from './create-exam.ts';
import { patientOfExam, readExamData } from './read-exams.ts';

const accepted: AcceptedKinds = {
  kinds: ['pdf', 'jpeg', 'png'],
  otherwise: (kind) => (kind === 'dicom' ? 'DICOM_NOT_ACCEPTED' : 'FILE_TYPE_NOT_ACCEPTED'),
};

/** The calls that give an exam its file. */
export function examUploads(store: FileStore): UploadRoute[] {
  return [
    uploadRoute({
      call: examsContract.create,
      fields: newExamFields,
      largest: LARGEST_EXAM_FILE,
      handle: (context, input, received) =>
        attachUpload(
          context,
          store,
          { call: 'exams.create', input, received, accepted },
          {
            attach: (transaction, addFile) => createExam(transaction, context, input, addFile),
            read: (transaction, id) => showExam(transaction, context, id),
          },
        ),
    }),
    uploadRoute({
      call: examsContract.replaceFile,
      fields: examFileFields,
      largest: LARGEST_EXAM_FILE,
      handle: (context, input, received) =>
        attachUpload(
          context,
          store,
          { call: 'exams.replaceFile', input, received, accepted },
          {
            attach: (transaction, addFile) => replaceExamFile(transaction, context, input, addFile),
            read: (transaction, id) => showExam(transaction, context, id),
          },
        ),
    }),
  ];
}

/** Also a repetition, which changes nothing, shows the exam. */
async function showExam(transaction: Transaction, context: StaffContext, id: string) {
  await recordLook(transaction, context, {
    action: 'exam.read',
    subject: { kind: 'exam', id },
    patientId: await patientOfExam(transaction, id),
  });
  return readExamData(transaction, id);
}
