import { examName } from '@simiente/contract/exams/catalogue';

/** Letters that fit below the figure of a cell. */
const ROOM = 30;

/** The names of a branch's studies, each once. */
export function examNames(exams: readonly string[]): string[] {
  return [...new Set(exams.map(examName))];
}

/** '7 exámenes'. */
export function describeExamCount(count: number): string {
  return `${count} ${count === 1 ? 'examen' : 'exámenes'}`;
}

/** The first names that fit, at most two, and how many more there are: 'Seminograma, Perfil Hormonal', 5. */
export function firstExams(names: readonly string[]): {
  readonly shown: string;
  readonly more: number;
} {
  const [first = '', second] = names;
  const count = second !== undefined && `${first}, ${second}`.length <= ROOM ? 2 : 1;
  return { shown: names.slice(0, count).join(', '), more: Math.max(0, names.length - count) };
}
