import { foldText } from './identifiers.ts';
import { type BuilderContext, chance, weighted } from './random.ts';
import { type City, cities } from './vocabulary/cities.ts';
import { compoundMaleNames, femaleNames, maleNames, surnames } from './vocabulary/names.ts';

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
  const given = faker.helpers.arrayElement<string>(givenNames(context, sex));
  const paternal = faker.helpers.arrayElement(surnames);
  const maternal = faker.helpers.arrayElement(surnames);
  return { given, paternal, maternal, name: `${given} ${paternal} ${maternal}` };
}

function givenNames(context: BuilderContext, sex: 'male' | 'female'): readonly string[] {
  if (sex === 'female') return femaleNames;
  return chance(context, 0.22) ? compoundMaleNames : maleNames;
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

/**
 * A number with the city's real prefix. The rest starts with 0, which no Mexican line does, so that it
 * can never be called.
 */
export function buildPhone({ faker }: BuilderContext, city: City): string {
  const subscriber = `0${faker.string.numeric(9 - city.lada.length)}`;
  return `+52 ${city.lada} ${subscriber.slice(0, -4)} ${subscriber.slice(-4)}`;
}
