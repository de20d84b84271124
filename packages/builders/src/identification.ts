import { dayIn } from '@simiente/contract/common/days';
import { curpCheckDigit, curpStates } from '@simiente/contract/patients/curp';
import {
  emptyIdentification,
  type Identification,
} from '@simiente/contract/patients/identification';
import { foldText } from './identifiers.ts';
import { buildAddress, buildCity, buildPerson, buildPhone } from './people.ts';
import { type BuilderContext, chance, weighted } from './random.ts';

/** The patients' ages, in years. */
const AGES = { min: 22, max: 54 };
const YEAR_MS = 365.25 * 86_400_000;

const findStateCode = (state: string) =>
  Object.entries(curpStates).find(([, name]) => name === state)?.[0];

/** The identification of a man with this name: complete for many, partial for some, missing for others. */
export function buildIdentification(context: BuilderContext, name: string): Identification {
  const { faker, now } = context;
  const city = buildCity(context);
  const { street, neighborhood, zip } = buildAddress(context, city);
  const age = faker.number.float(AGES) * YEAR_MS;
  const birthDate = dayIn('UTC', new Date(now.getTime() - age));
  const complete: Identification = {
    birthDate,
    sex: 'male',
    curp: buildCurp(context, { name, birthDate, state: findStateCode(city.state) }),
    street,
    colony: neighborhood,
    municipality: city.name,
    state: city.state,
    zip,
    country: null,
    identityDocument: null,
    emergencyName: buildPerson(context, 'female').name,
    emergencyPhone: buildPhone(context, city),
    emergencyRelation: faker.helpers.arrayElement(['Esposa', 'Pareja', 'Madre', 'Hermana']),
  };
  const kind = weighted(context, [
    ['complete', 45],
    ['partial', 35],
    ['none', 20],
  ] as const);
  if (kind === 'none') return emptyIdentification();
  return kind === 'complete' ? complete : removeParts(context, complete);
}

/** Removes at least one part of an identification. */
function removeParts(context: BuilderContext, complete: Identification): Identification {
  const hasCurp = chance(context, 0.4);
  const hasAddress = chance(context, 0.5);
  const hasContact = !(hasCurp && hasAddress) && chance(context, 0.5);
  const { birthDate, sex, curp, emergencyName, emergencyPhone, emergencyRelation } = complete;
  return {
    ...(hasAddress ? complete : emptyIdentification()),
    birthDate,
    sex,
    curp: hasCurp ? curp : null,
    emergencyName: hasContact ? emergencyName : null,
    emergencyPhone: hasContact ? emergencyPhone : null,
    emergencyRelation: hasContact ? emergencyRelation : null,
  };
}

interface CurpOptions {
  readonly name: string;
  readonly birthDate: string;
  /** Undefined for a person who was born abroad. */
  readonly state: string | undefined;
}

/** A CURP that is valid by the published algorithm, of a man with one given name and two surnames. */
function buildCurp(
  { faker }: BuilderContext,
  { name, birthDate, state = 'NE' }: CurpOptions,
): string {
  const [given = '', ...surnames] = foldText(name)
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, '')
    .split(' ')
    .filter((word) => !['DE', 'DEL', 'LA'].includes(word));
  const [paternal = '', maternal = ''] = surnames.slice(-2);
  const innerConsonant = (word: string) => /[^AEIOU]/.exec(word.slice(1))?.[0] ?? 'X';
  // Distinguishes persons with the same letters and date: a digit until 1999, then a letter.
  const homonym = birthDate < '2000' ? '0' : faker.helpers.arrayElement(['A', 'B']);
  const characters = [
    // An X replaces the vowel, so that the four letters never form a word.
    `${paternal.slice(0, 1)}X${maternal.slice(0, 1)}${given.slice(0, 1)}`,
    birthDate.replaceAll('-', '').slice(2),
    'H',
    state,
    ...[paternal, maternal, given].map(innerConsonant),
    homonym,
  ].join('');
  return characters + curpCheckDigit(characters);
}
