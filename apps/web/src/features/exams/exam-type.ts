import { examTypeLabel, knownExamTypes } from '@simiente/contract/exams';

/** How the known types read, to choose from. */
export const knownTypeLabels: readonly string[] = [
  ...new Set(knownExamTypes.map(examTypeLabel)),
].toSorted((one, other) => one.localeCompare(other, 'es'));

/** What is stored for what a person chose or wrote: a known type has its own spelling. */
export function examTypeOf(written: string): string {
  const text = written.trim();
  return knownExamTypes.find((type) => examTypeLabel(type) === text) ?? text;
}
