import { DAY, toIso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { buildCity, buildEmail, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { ProspectRecord } from './records.ts';
import texts from './vocabulary/texts.json' with { type: 'json' };

/** Reasons for writing through the landing page, and notes of staff after the first contact. */
const { reasons, notes } = texts.prospects;

/** Maximum age of a prospect; most are much newer. */
const MAX_PROSPECT_AGE = 200 * DAY;

/** A visitor who wrote through the landing page. Different values of `index` give different e-mails. */
export function buildProspect(context: BuilderContext, index: number): ProspectRecord {
  const { faker, now } = context;
  const person = buildPerson(context, chance(context, 0.15) ? 'female' : 'male');
  const age = Math.round(MAX_PROSPECT_AGE * faker.number.float() ** 2);
  const status = withStream(context, 'status', (inner) => buildStatus(inner, age));
  const createDate = toIso(now.getTime() - Math.max(age - (age % 1000), 60_000));
  return {
    idProspect: buildId(context, 'prs'),
    name: person.name,
    mail: buildEmail(context, person, index),
    phone: buildPhone(context, buildCity(context)),
    motivo: faker.helpers.arrayElement(reasons),
    status,
    // Notes require a contact.
    notes: status === 'pending' ? '' : faker.helpers.arrayElement([...notes, '', '']),
    ...(chance(context, 0.8) ? { createDate } : { timestamp: createDate }),
  };
}

/** Older prospects are more likely to have been contacted. */
function buildStatus(context: BuilderContext, age: number): string {
  if (age < 5 * DAY)
    return weighted(context, [
      ['pending', 8],
      ['contacted', 2],
    ]);
  return weighted(context, [
    ['pending', age < 30 * DAY ? 6 : 2],
    ['contacted', 7],
    ['converted', 4],
    ['rejected', 3],
    ['archivado', 0.4],
  ]);
}
