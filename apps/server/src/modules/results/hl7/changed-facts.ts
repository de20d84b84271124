import type { SampleColumns } from '../entering/sample.ts';
import type { ResultSetRow } from './find-sent.ts';

/** Whether an ISO 8601 instant is older; an unknown one never is. */
export const isOlder = (sent: string | null | undefined, last: string | null | undefined) =>
  sent != null && last != null && sent < last;

export const KEPT_FACTS = 'Datos de la muestra según el laboratorio';

/**
 * Facts of the sample that a later message changes: it fills gaps and corrects facts, but only appends text to
 * facts that a user wrote.
 */
export function changedFacts(
  set: Pick<ResultSetRow, keyof typeof FACT_NAMES | 'collectedTimeKnown' | 'enteredBy' | 'sentAt'>,
  sample: Partial<SampleColumns>,
  sentAt: Date | null,
) {
  const older = isOlder(sentAt?.toISOString(), set.sentAt?.toISOString());
  const differing = FACTS.flatMap((name) => {
    const [said, has] = [sample[name], set[name]];
    if (said === undefined || said === has) return [];
    // Only the abstinence can be withdrawn, or become a range in words.
    if (said === null ? name !== 'abstinenceDays' : Number(said) === Number(has)) return [];
    // A day adds nothing to a known time.
    if (name === 'collectedAt' && set.collectedTimeKnown && !sample.collectedTimeKnown) return [];
    return has === null || !older ? [{ name, said, isNew: has === null }] : [];
  });
  const isTyped = set.enteredBy !== null;
  const taken = differing.filter(({ isNew }) => isNew || !isTyped);
  const facts = Object.fromEntries(taken.map(({ name, said }) => [name, said]));
  const kept = differing
    .filter(({ isNew, said }) => !isNew && isTyped && said !== null)
    .map(
      ({ name, said }) =>
        `${FACT_NAMES[name]}: ${said instanceof Date ? said.toISOString() : said}`,
    )
    .join('\n');
  const times = 'collectedAt' in facts ? { collectedTimeKnown: sample.collectedTimeKnown } : {};
  return { facts: { ...facts, ...times } as Partial<SampleColumns>, kept };
}

const FACT_NAMES = {
  collectedAt: 'Toma',
  receivedAt: 'Recibida',
  analyzedAt: 'Analizada',
  abstinenceDays: 'Días de abstinencia',
  method: 'Método',
} as const;
const FACTS = Object.keys(FACT_NAMES) as (keyof typeof FACT_NAMES)[];
