import { errorTable } from '@simiente/contract/common/errors';
import {
  EXAM_MEDIA_TYPES,
  type Exam,
  exam,
  examData,
  LARGEST_EXAM_FILE,
} from '@simiente/contract/exams/calls';
import { cache, queries } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { changeHistory } from '../patients/public.ts';

/** Parses the exam in the answer of an upload, which bypasses the typed client. */
export function readExam(data: unknown): Exam {
  return examData.parse(data).exam;
}

/** The current exam, if a change was rejected because another user changed it. */
export function parseCurrent(error: Error | null): Exam | undefined {
  return exam.safeParse(staleDetails(error)).data;
}

/** Changes the exams in the cached history of the patient. */
export async function changeExams(
  idUser: string,
  change: (exams: readonly Exam[]) => Exam[],
): Promise<void> {
  await changeHistory(idUser, (history) => ({
    ...history,
    allExamns: { exams: change(history.allExamns.exams) },
  }));
}

/** Refetches the patient's history, for example after a cancelled change that may still be saved. */
export function refreshHistory(idUser: string): Promise<void> {
  return cache.invalidateQueries(
    queries.patients.getMedicalHistory.queryOptions({ input: { idUser } }),
  );
}

/** Replaces the exam or adds a new one, in the order in which the server lists them. */
export function withExam(exams: readonly Exam[], next: Exam): Exam[] {
  const all = exams.some(({ id }) => id === next.id)
    ? exams.map((exam) => (exam.id === next.id ? next : exam))
    : [next, ...exams];
  return all.toSorted(
    (one, other) =>
      newestFirst(one.examDate, other.examDate) || newestFirst(one.createDate, other.createDate),
  );
}

/** Texts that sort as their dates do; those without one last. */
function newestFirst(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? 1 : -1;
}

/** Value of `accept`. */
export const EXAM_FILES = `${EXAM_MEDIA_TYPES.join(',')},.pdf,.jpg,.jpeg,.png`;

/** Reason why the server would reject a file, as far as the browser can tell; only the server checks the content. */
export function fileRefusal({ name, size, type }: File): string | undefined {
  if (/\.(dcm|dicom)$/i.test(name)) return errorTable.DICOM_NOT_ACCEPTED.message;
  const isAccepted =
    EXAM_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(pdf|jpe?g|png)$/i.test(name);
  if (!isAccepted) return errorTable.FILE_TYPE_NOT_ACCEPTED.message;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > LARGEST_EXAM_FILE) {
    return `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_EXAM_FILE)}.`;
  }
  return undefined;
}
