import type { Finding } from './version.ts';
import type { Explanation } from './working-copy.ts';

type Subject = Omit<Explanation, 'text'>;

/** Subject of an explanation: the figure as it is written, and the result that it disagrees with. */
export const toSubject = ({
  figure,
  unit,
  expected,
  result,
  verdict,
  quotes,
}: Finding): Subject => ({
  figure,
  unit,
  expected: expected ?? null,
  idValue: result?.idValue ?? (verdict === 'unsettled' ? (quotes?.[0] ?? null) : null),
});

const isOfFigure = (one: Subject, other: Subject) =>
  one.figure === other.figure && one.unit === other.unit;

const isSame = (one: Subject, other: Subject) =>
  isOfFigure(one, other) && one.expected === other.expected && one.idValue === other.idValue;

/**
 * Explanation of a doctor for a sentence with a treatment; it is bound to its words, and a change of them removes
 * it.
 */
export const TREATMENT_ACCEPTED = 'Tratamiento aceptado por el médico';
/** Explanation of a doctor for a quoted value that is not settled; it is bound to the value and its open state. */
export const VALUE_ACCEPTED = 'Valor aceptado por el médico';
export const acceptances: readonly string[] = [TREATMENT_ACCEPTED, VALUE_ACCEPTED];

/**
 * The explanation of a finding in its sentence. An explanation of another result, such as yesterday's, does not
 * count.
 */
export function findExplanation(
  finding: Finding,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.find((one) => isSame(one, toSubject(finding)));
}

/** The explanation of the same figure when it disagreed with another result. */
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

/** Same figure, but another result beside it. */
const isOther = (one: Subject, subject: Subject) => !isSame(one, subject) && one.expected !== null;
