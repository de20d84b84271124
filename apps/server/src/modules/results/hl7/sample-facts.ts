import type { ResultSetRow } from '../entering/change-set.ts';
import type { SampleColumns } from '../entering/sample.ts';

/** Whether an ISO 8601 instant is before another; false if either is unknown. */
export const isOlder = (sent: string | null | undefined, last: string | null | undefined) =>
  sent != null && last != null && sent < last;

export const LABORATORY_FACTS = 'Datos de la muestra según el laboratorio';

/**
 * Compares the facts of the sample in a later message with those of a set. Missing facts are added and facts of the
 * laboratory are replaced (`facts`). Facts that a user wrote stay, and the laboratory's are a text (`otherFacts`).
 */
export function changedFacts(
  set: Pick<ResultSetRow, keyof typeof FACT_NAMES | 'collectedTimeKnown' | 'enteredBy' | 'sentAt'>,
  sample: Partial<SampleColumns>,
  sentAt: Date | null,
) {
  const older = isOlder(sentAt?.toISOString(), set.sentAt?.toISOString());
  const differing = FACTS.flatMap((name) => {
    const [sent, stored] = [sample[name], set[name]];
    if (sent === undefined || sent === stored) return [];
    // Only the abstinence can be withdrawn, or become a range in words.
    if (sent === null ? name !== 'abstinenceDays' : Number(sent) === Number(stored)) return [];
    // A day adds nothing to a known time.
    if (name === 'collectedAt' && set.collectedTimeKnown && !sample.collectedTimeKnown) return [];
    return stored === null || !older ? [{ name, sent, isNew: stored === null }] : [];
  });
  const isTyped = set.enteredBy !== null;
  const changes = differing.filter(({ isNew }) => isNew || !isTyped);
  const facts = Object.fromEntries(changes.map(({ name, sent }) => [name, sent]));
  const otherFacts = differing
    .filter(({ isNew, sent }) => !isNew && isTyped && sent !== null)
    .map(
      ({ name, sent }) =>
        `${FACT_NAMES[name]}: ${sent instanceof Date ? sent.toISOString() : sent}`,
    )
    .join('\n');
  const times = 'collectedAt' in facts ? { collectedTimeKnown: sample.collectedTimeKnown } : {};
  return { facts: { ...facts, ...times } as Partial<SampleColumns>, otherFacts };
}

const FACT_NAMES = {
  collectedAt: 'Toma',
  receivedAt: 'Recibida',
  analyzedAt: 'Analizada',
  abstinenceDays: 'Días de abstinencia',
  method: 'Método',
} as const;
const FACTS = Object.keys(FACT_NAMES) as (keyof typeof FACT_NAMES)[];
