import { type Exam, exam, examData } from '@simiente/contract/exams/calls';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { changeHistory } from '../patients/public.ts';

/** Parses the exam in the answer of an upload, which bypasses the typed client. */
export function readExam(data: unknown): Exam {
  return examData.parse(data).exam;
}

/** The current exam, if a change was refused because another user changed it. */
export function parseCurrent(error: Error | null): Exam | undefined {
  return exam.safeParse(staleDetails(error)).data;
}

/** Changes the exams in the cached history of the patient. */
export async function changeExams(
  cache: QueryClient,
  idUser: string,
  change: (exams: readonly Exam[]) => Exam[],
): Promise<void> {
  await changeHistory(cache, idUser, (history) => ({
    ...history,
    allExamns: { exams: change(history.allExamns.exams) },
  }));
}

/** Refetches the patient's history, for example after a cancelled change that may still be saved. */
export function refreshHistory(cache: QueryClient, idUser: string): Promise<void> {
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
