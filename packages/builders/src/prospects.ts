import { DAY, iso } from './dates.ts';
import { buildId } from './identifiers.ts';
import { type Overrides, withOverrides } from './overrides.ts';
import { buildCity, buildMail, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, weighted, within } from './random.ts';
import type { ProspectRecord } from './records.ts';
import { motivos, prospectNotes } from './vocabulary/motivos.ts';

/** How far back prospects go, most of them much less. */
const OLDEST = 200 * DAY;

/**
 * A visitor who wrote through the landing page. Different values of `index` make different e-mails;
 * without it, they are random.
 */
export function buildProspect(
  context: BuilderContext,
  overrides?: Overrides<ProspectRecord>,
  index?: number,
): ProspectRecord {
  const { faker, now } = context;
  const person = buildPerson(context, chance(context, 0.15) ? 'female' : 'male');
  const discriminator = index ?? faker.number.int({ min: 100_000, max: 999_999 });
  const age = Math.round(OLDEST * faker.number.float() ** 2);
  const status = within(context, 'status', (inner) => buildStatus(inner, age));
  const written = iso(now.getTime() - Math.max(age - (age % 1000), 60_000));
  const prospect: ProspectRecord = {
    idProspect: buildId(context, 'prs'),
    name: `${person.given} ${person.paternal} ${person.maternal}`,
    mail: buildMail(context, person, discriminator),
    phone: buildPhone(context, buildCity(context)),
    motivo: faker.helpers.arrayElement(motivos),
    status,
    // Without contact there are no notes.
    notes: status === 'pending' ? '' : faker.helpers.arrayElement([...prospectNotes, '', '']),
    ...(chance(context, 0.8) ? { createDate: written } : { timestamp: written }),
  };
  return withOverrides(prospect, overrides);
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
