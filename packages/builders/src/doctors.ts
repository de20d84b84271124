import { foldText } from './identifiers.ts';
import { buildPerson } from './people.ts';
import { type BuilderContext, chance, within } from './random.ts';
import type { DoctorRecord } from './records.ts';

/** Specialties of doctors in a male-fertility service, the main one first. */
const specialtySets = [
  ['Urología', 'Andrología'],
  ['Andrología'],
  ['Biología de la reproducción'],
  ['Endocrinología'],
  ['Urología'],
  ['Biología de la reproducción', 'Ginecología y obstetricia'],
  ['Genética médica'],
  ['Urología', 'Cirugía microscópica urológica'],
  ['Endocrinología', 'Medicina interna'],
  ['Psicología de la salud'],
  ['Andrología', 'Sexología clínica'],
  ['Medicina interna', 'Nutriología clínica'],
  ['Imagenología diagnóstica'],
] as const;

/** A doctor whose name has no title: screens add it. */
export function buildDoctor(context: BuilderContext): DoctorRecord {
  const person = buildPerson(context, chance(context, 0.4) ? 'female' : 'male');
  const specialties = context.faker.helpers.arrayElement(specialtySets);
  return {
    name: person.name,
    specialty_formatted: [...specialties],
    email: doctorMail(person.given, person.paternal, person.maternal),
  };
}

function doctorMail(given: string, paternal: string, maternal: string): string {
  const [first = '', last = '', second = ''] = [given, paternal, maternal].map((part) =>
    foldText(part).replace(/[^a-z]/g, ''),
  );
  return `${first.slice(0, 1)}.${last}.${second}@example.org`;
}

/** Doctors with different e-mails; every specialty comes once before any is repeated. */
export function buildDoctors(context: BuilderContext, count: number): DoctorRecord[] {
  const doctors: DoctorRecord[] = [];
  const mails = new Set<string>();
  for (let attempt = 0; doctors.length < count; attempt += 1) {
    const specialties = specialtySets[doctors.length % specialtySets.length];
    const doctor = within(context, attempt, (inner) => ({
      ...buildDoctor(inner),
      specialty_formatted: [...(specialties ?? [])],
    }));
    if (mails.has(doctor.email)) continue;
    mails.add(doctor.email);
    doctors.push(doctor);
  }
  return doctors;
}
