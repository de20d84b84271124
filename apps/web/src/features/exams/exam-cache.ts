import { errorTable } from '@simiente/contract/common/errors';
import {
  EXAM_MEDIA_TYPES,
  type Exam,
  exam,
  examData,
  MAX_EXAM_FILE_SIZE,
} from '@simiente/contract/exams/calls';
import { invalidate, queries } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { formatFileSize } from '../../lib/format/numbers.ts';

/** Parses the exam in the answer of an upload, which bypasses the typed client. */
export function readExam(data: unknown): Exam {
  return examData.parse(data).exam;
}

/** The current exam, if a change was rejected because another user changed it. */
export function parseCurrent(error: Error | null): Exam | undefined {
  return exam.safeParse(staleDetails(error)).data;
}

export function refreshHistory(idUser: string): Promise<void> {
  return invalidate(queries.patients.getMedicalHistory.queryKey({ input: { idUser } }));
}

/** Value of `accept`. */
export const EXAM_FILES = `${EXAM_MEDIA_TYPES.join(',')},.pdf,.jpg,.jpeg,.png`;

/** The reason why the server would reject a file, as far as the browser can tell without reading its content. */
export function fileRejection({ name, size, type }: File): string | undefined {
  if (/\.(dcm|dicom)$/i.test(name)) return errorTable.DICOM_NOT_ACCEPTED.message;
  const isAccepted =
    EXAM_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(pdf|jpe?g|png)$/i.test(name);
  if (!isAccepted) return errorTable.FILE_TYPE_NOT_ACCEPTED.message;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > MAX_EXAM_FILE_SIZE) {
    return `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(MAX_EXAM_FILE_SIZE)}.`;
  }
  return undefined;
}
