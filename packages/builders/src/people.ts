import { foldText } from './identifiers.ts';
import { type BuilderContext, chance, weighted, withStream } from './random.ts';
import type { DoctorRecord } from './records.ts';
import texts from './vocabulary/texts.json' with { type: 'json' };

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
  const givenName = faker.person.firstName(sex);
  const paternal = buildSurname(context);
  const maternal = buildSurname(context);
  return { given: givenName, paternal, maternal, name: `${givenName} ${paternal} ${maternal}` };
}

/** One surname; the library's own `lastName` often has two. */
function buildSurname({ faker }: BuilderContext): string {
  return faker.helpers.arrayElement(faker.definitions.person.last_name.generic ?? []);
}

/** Domains reserved for examples, so that no mail can arrive. */
const emailDomains = ['example.com', 'example.org', 'example.net'] as const;

/**
 * An address derived from the name. Different `discriminator`s give different addresses, because names have no digits.
 */
export function buildEmail(
  context: BuilderContext,
  { given, paternal, maternal }: Person,
  discriminator: number,
): string {
  const [first = '', last = '', second = ''] = [given, paternal, maternal].map(toEmailWord);
  const local = weighted(context, [
    [`${first}.${last}`, 5],
    [`${first.slice(0, 1)}${last}`, 2],
    [`${first}${last.slice(0, 1)}${second.slice(0, 1)}`, 2],
    [`${last}.${first}`, 1],
  ]);
  return `${local}${discriminator}@${context.faker.helpers.arrayElement(emailDomains)}`;
}

const toEmailWord = (name: string) => foldText(name).replace(/[^a-z]/g, '');

/** A city, more often a bigger one. */
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
 * A number with the city's real prefix. The rest starts with 0, as no Mexican number does, so the number reaches no
 * real person.
 */
export function buildPhone({ faker }: BuilderContext, city: City): string {
  const subscriber = `0${faker.string.numeric(9 - city.lada.length)}`;
  return `+52 ${city.lada} ${subscriber.slice(0, -4)} ${subscriber.slice(-4)}`;
}

const toCity = (
  name: string,
  state: string,
  lada: string,
  weight: number,
  lat: number,
  lng: number,
  zip: string,
) => ({ name, state, lada, weight, lat, lng, zip });

/**
 * Real cities; faker has none with state and coordinates. Columns: name, state, telephone prefix (two digits in the
 * three big ones), relative number of patients, coordinates, and the first two digits of postcodes.
 */
export const cities = [
  toCity('Ciudad de México', 'Ciudad de México', '55', 30, 19.4326, -99.1332, '06'),
  toCity('Guadalajara', 'Jalisco', '33', 16, 20.6736, -103.344, '44'),
  toCity('Monterrey', 'Nuevo León', '81', 15, 25.6866, -100.3161, '64'),
  toCity('Puebla', 'Puebla', '222', 8, 19.0414, -98.2063, '72'),
  toCity('Mérida', 'Yucatán', '999', 7, 20.9674, -89.5926, '97'),
  toCity('Querétaro', 'Querétaro', '442', 7, 20.5888, -100.3899, '76'),
  toCity('León', 'Guanajuato', '477', 6, 21.1222, -101.6842, '37'),
  toCity('Tijuana', 'Baja California', '664', 6, 32.5149, -117.0382, '22'),
  toCity('Toluca', 'Estado de México', '722', 5, 19.2826, -99.6557, '50'),
  toCity('Cancún', 'Quintana Roo', '998', 5, 21.1619, -86.8515, '77'),
  toCity('San Luis Potosí', 'San Luis Potosí', '444', 4, 22.1565, -100.9855, '78'),
  toCity('Aguascalientes', 'Aguascalientes', '449', 3, 21.8853, -102.2916, '20'),
  toCity('Chihuahua', 'Chihuahua', '614', 3, 28.6353, -106.0889, '31'),
  toCity('Hermosillo', 'Sonora', '662', 3, 29.0729, -110.9559, '83'),
  toCity('Veracruz', 'Veracruz', '229', 3, 19.1738, -96.1342, '91'),
  toCity('Oaxaca de Juárez', 'Oaxaca', '951', 2, 17.0732, -96.7266, '68'),
];
export type City = (typeof cities)[number];

/** Names of neighbourhoods that most cities have. */
export const { neighborhoods } = texts.people;

/** Specialties of doctors in a male-fertility service, the main one first. */
const specialtySets = texts.people.specialties;

/** A doctor whose name has no title, because screens add it. */
export function buildDoctor(context: BuilderContext): DoctorRecord {
  const { name, given, paternal, maternal } = buildPerson(
    context,
    chance(context, 0.4) ? 'female' : 'male',
  );
  const specialties = context.faker.helpers.arrayElement(specialtySets);
  const email = `${toEmailWord(given).slice(0, 1)}.${toEmailWord(paternal)}.${toEmailWord(maternal)}@example.org`;
  return { name, specialty_formatted: [...specialties], email };
}

/** Doctors with different e-mails. Every specialty occurs once before one is repeated. */
export function buildDoctors(context: BuilderContext, count: number): DoctorRecord[] {
  const doctors: DoctorRecord[] = [];
  const mails = new Set<string>();
  for (let attempt = 0; doctors.length < count; attempt += 1) {
    const specialties = specialtySets[doctors.length % specialtySets.length];
    const doctor = withStream(context, attempt, (inner) => ({
      ...buildDoctor(inner),
      specialty_formatted: [...(specialties ?? [])],
    }));
    if (mails.has(doctor.email)) continue;
    mails.add(doctor.email);
    doctors.push(doctor);
  }
  return doctors;
}
