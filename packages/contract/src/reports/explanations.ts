import type { Finding } from './version.ts';
import type { Explanation } from './working-copy.ts';

type Subject = Omit<Explanation, 'text'>;

/** Subject of an explanation: the figure as written, and the result that disagrees with it. */
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

const isSameFigure = (one: Subject, other: Subject) =>
  one.figure === other.figure && one.unit === other.unit;

const isSame = (one: Subject, other: Subject) =>
  isSameFigure(one, other) && one.expected === other.expected && one.idValue === other.idValue;

/** Explanation for a sentence with a treatment that the doctor accepted. An edit of the sentence removes it. */
export const TREATMENT_ACCEPTED = 'Tratamiento aceptado por el médico';
/** Explanation for a quoted value that the doctor accepted although the laboratory or staff may still change it. */
export const VALUE_ACCEPTED = 'Valor aceptado por el médico';
export const acceptances: readonly string[] = [TREATMENT_ACCEPTED, VALUE_ACCEPTED];

/** The explanation of a finding in its sentence. An explanation for an older result does not count. */
export function findExplanation(
  finding: Finding,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.find((explanation) => isSame(explanation, toSubject(finding)));
}

/** The explanation of the same figure when it disagreed with another result. */
export function findEarlierExplanation(
  finding: Finding,
  explanations: readonly Explanation[],
): Explanation | undefined {
  return explanations.findLast((explanation) => isSameFigure(explanation, toSubject(finding)));
}

/** The explanations of a sentence after one was set or, with a null text, removed. */
export function withExplanation(
  explanations: readonly Explanation[],
  subject: Subject,
  text: string | null,
): Explanation[] {
  // An explanation of the same figure stays if it concerns another expected result.
  const others = explanations.filter(
    (explanation) =>
      !isSameFigure(explanation, subject) ||
      (!isSame(explanation, subject) && explanation.expected !== null),
  );
  return text === null ? others : [...others, { ...subject, text }];
}
