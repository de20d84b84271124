import type { NotOfferedDetails, OrderBranch } from '@simiente/contract/exam-orders/calls';
import { examCodeOf, examName } from '@simiente/contract/exams/catalogue';
import { Problem } from '../../platform/problem.ts';

/** Identifies an exam by its code, or by its name if it has none. */
function studyOf(exam: string): string {
  return examCodeOf(exam) ?? exam.trim();
}

/** A branch's exams, each once: some records have both code and name of one. */
export function offeredExams(exams: readonly string[]): OrderBranch['exams'] {
  const byStudy = new Map<string, string>();
  for (const exam of exams) {
    const study = studyOf(exam);
    if (study !== '' && !byStudy.has(study)) byStudy.set(study, exam);
  }
  return [...byStudy].map(([study, exam]) => ({ exam, name: examName(study) }));
}

/**
 * The wanted exams as the branch writes them, in its order.
 * @param wanted by code or by name; repetitions count once
 * @throws Problem EXAM_NOT_OFFERED
 */
export function pickExams(exams: readonly string[], wanted: readonly string[]): string[] {
  const offered = offeredExams(exams);
  const studies = new Set(wanted.map(studyOf));
  const picked = offered.filter(({ exam }) => studies.has(studyOf(exam)));
  if (picked.length === studies.size) return picked.map(({ exam }) => exam);
  const known = new Set(offered.map(({ exam }) => studyOf(exam)));
  const missing = [...studies].filter((study) => !known.has(study)).map(examName);
  throw new Problem('EXAM_NOT_OFFERED', {
    issues: [{ path: 'exams', message: `La sucursal no ofrece: ${missing.join(', ')}` }],
    details: { exams: missing } satisfies NotOfferedDetails,
  });
}
