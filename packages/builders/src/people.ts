import { foldText } from './identifiers.ts';
import { type BuilderContext, weighted } from './random.ts';
import { type City, cities, neighborhoods } from './vocabulary/cities.ts';

export interface Person {
  given: string;
  paternal: string;
  maternal: string;
  /** Given name and both surnames, as in Mexican records. */
  name: string;
}

/** An invented Mexican name: one or two given names and both surnames. */
export function buildPerson(context: BuilderContext, sex: 'male' | 'female' = 'male'): Person {
  const { faker } = context;
  const given = faker.person.firstName(sex);
  const paternal = buildSurname(context);
  const maternal = buildSurname(context);
  return { given, paternal, maternal, name: `${given} ${paternal} ${maternal}` };
}

/** One surname; the library's own `lastName` often has two. */
function buildSurname({ faker }: BuilderContext): string {
  return faker.helpers.arrayElement(faker.definitions.person.last_name.generic ?? []);
}

/** Domains reserved for examples, so that no mail can arrive. */
const mailDomains = ['example.com', 'example.org', 'example.net'] as const;

/**
 * An address made from the name. Different `discriminator`s give different addresses, because names have
 * no digits.
 */
export function buildMail(
  context: BuilderContext,
  { given, paternal, maternal }: Person,
  discriminator: number,
): string {
  const [first = '', last = '', second = ''] = [given, paternal, maternal].map((part) =>
    foldText(part).replace(/[^a-z]/g, ''),
  );
  const local = weighted(context, [
    [`${first}.${last}`, 5],
    [`${first.slice(0, 1)}${last}`, 2],
    [`${first}${last.slice(0, 1)}${second.slice(0, 1)}`, 2],
    [`${last}.${first}`, 1],
  ]);
  return `${local}${discriminator}@${context.faker.helpers.arrayElement(mailDomains)}`;
}

/** Bigger cities have more patients. */
export function buildCity(context: BuilderContext): City {
  return weighted(
    context,
    cities.map((city) => [city, city.weight] as const),
  );
}

/** A street that is named after a person, in a neighbourhood of the city. */
export function buildAddress(context: BuilderContext, city: City) {
  const { faker } = context;
  const street = `Calle ${faker.person.firstName('male')} ${buildSurname(context)}`;
  return {
    street: `${street} ${faker.number.int({ min: 12, max: 1980 })}`,
    neighborhood: faker.helpers.arrayElement(neighborhoods),
    zip: `${city.zip}${faker.string.numeric(3)}`,
  };
}

/**
 * A number with the city's real prefix. The rest starts with 0, which no Mexican line does, so that it
 * can never be called.
 */
export function buildPhone({ faker }: BuilderContext, city: City): string {
  const subscriber = `0${faker.string.numeric(9 - city.lada.length)}`;
  return `+52 ${city.lada} ${subscriber.slice(0, -4)} ${subscriber.slice(-4)}`;
}
