import { DAY, HOUR, toIso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { buildCity, buildEmail, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { PatientRecord } from './records.ts';

/** Maximum age of a registration: about 14 months. */
const MAX_PATIENT_AGE = 425 * DAY;
/** Exponent of a random number; more than 1 gives more recent registrations than old ones. */
const RECENCY_SKEW = 1.7;
/** Minimum age of a record, so that no event is in the future. */
const MIN_PATIENT_AGE = 2 * HOUR;

/** A patient. Different values of `index` give different e-mails; without `index`, they are random. */
export function buildPatient(context: BuilderContext, index?: number): PatientRecord {
  const { faker, now } = context;
  const contact = withStream(context, 'person', (inner) => {
    const person = buildPerson(inner);
    const discriminator = index ?? inner.faker.number.int({ min: 100_000, max: 999_999 });
    return {
      name: person.name,
      email: buildEmail(inner, person, discriminator),
      phone: buildPhone(inner, buildCity(inner)),
    };
  });
  const age = MIN_PATIENT_AGE + MAX_PATIENT_AGE * faker.number.float() ** RECENCY_SKEW;
  const createdAt = toSecond(now.getTime() - age);
  const status = withStream(context, 'status', (inner) => buildStatus(inner, age));
  const lastConnection = withStream(context, 'lastConnection', (inner) =>
    buildLastConnection(inner, createdAt, status),
  );
  return {
    idUser: buildId(context, 'usr'),
    ...contact,
    createDate: toIso(createdAt),
    ...(lastConnection === null ? {} : { lastConnection: toIso(lastConnection) }),
    status,
  };
}

function toSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}

/** The status of a patient. Most new patients have only registered; after 90 days, most have status 3 or more. */
function buildStatus(context: BuilderContext, age: number): number {
  if (age < 21 * DAY)
    return weighted(context, [
      [1, 58],
      [2, 30],
      [3, 9],
      [4, 3],
    ] as const);
  if (age < 90 * DAY)
    return weighted(context, [
      [1, 24],
      [2, 33],
      [3, 31],
      [4, 11],
      [5, 1],
    ] as const);
  return weighted(context, [
    [1, 14],
    [2, 20],
    [3, 34],
    [4, 29],
    [5, 2],
    [7, 1],
  ] as const);
}

/** Recent for most patients; missing for those who registered and never came back. */
function buildLastConnection(
  context: BuilderContext,
  createdAt: number,
  status: number,
): number | null {
  if (chance(context, status === 1 ? 0.3 : 0.03)) return null;
  const since = context.now.getTime() - createdAt;
  const ago = since * context.faker.number.float() ** (status === 1 ? 1 : 3.5);
  return toSecond(context.now.getTime() - ago);
}
