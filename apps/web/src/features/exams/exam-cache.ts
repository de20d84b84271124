import { type Exam, exam, examData } from '@simiente/contract/exams';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';

/** The exam of an answer of ours that came without the typed client. */
export function readExam(data: unknown): Exam {
  return examData.parse(data).exam;
}

/** The exam as somebody else left it, when that is why a change was refused. */
export function currentOf(error: Error | null): Exam | undefined {
  return exam.safeParse(staleDetails(error)).data;
}

/** Changes the exams that the patient's page shows, without a reload. */
export async function changeExams(
  cache: QueryClient,
  idUser: string,
  change: (exams: readonly Exam[]) => Exam[],
): Promise<void> {
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({ input: { idUser } });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (history) => {
    if (history === undefined) return undefined;
    const exams = change(history.data.allExamns.exams);
    return { ...history, data: { ...history.data, allExamns: { exams } } };
  });
}

/** Asks for the patient's history again, as after something that may have come about or not. */
export function refreshHistory(cache: QueryClient, idUser: string): Promise<void> {
  return cache.invalidateQueries(
    queries.patients.getMedicalHistory.queryOptions({ input: { idUser } }),
  );
}

/** Puts an exam in the place of its earlier self, or first where it is new. */
export function withExam(exams: readonly Exam[], next: Exam): Exam[] {
  return exams.some(({ id }) => id === next.id)
    ? exams.map((exam) => (exam.id === next.id ? next : exam))
    : [next, ...exams];
}
