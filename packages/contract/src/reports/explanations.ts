import type { Finding } from './version.ts';
import type { Explanation } from './working-copy.ts';

type Subject = Omit<Explanation, 'text'>;

/** What an explanation of a finding is bound to: the figure as it is written, and the result that it disagrees with. */
export const toSubject = ({ figure, unit, expected, result }: Finding): Subject => ({
  figure,
  unit,
  expected: expected ?? null,
  idValue: result?.idValue ?? null,
});

const isOfFigure = (one: Subject, other: Subject) =>
  one.figure === other.figure && one.unit === other.unit;

const isSame = (one: Subject, other: Subject) =>
  isOfFigure(one, other) && one.expected === other.expected && one.idValue === other.idValue;

/** What a doctor says of a sentence with a treatment; it is bound to its words, and changing them takes it back. */
export const TREATMENT_ACCEPTED = 'Tratamiento aceptado por el médico';

/** What was said of a finding in its sentence. One of another result, such as that of yesterday, is none. */
export function findExplanation(
  finding: Finding,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.find((one) => isSame(one, toSubject(finding)));
}

/** What was said of the same figure when it disagreed with another result. */
export function findEarlierExplanation(
  finding: Finding,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.findLast((one) => isOfFigure(one, toSubject(finding)));
}

/** The explanations of a sentence after this one was given, or taken back. */
export function withExplanation(
  explanations: readonly Explanation[],
  subject: Subject,
  text: string | null,
): Explanation[] {
  const others = explanations.filter((one) => !isOfFigure(one, subject) || isOther(one, subject));
  return text === null ? others : [...others, { ...subject, text }];
}

/** Of the same figure against another result that stands beside it. */
const isOther = (one: Subject, subject: Subject) => !isSame(one, subject) && one.expected !== null;
