import * as z from 'zod';
import { calendarDay } from '../common/instants.ts';
import { fold } from '../common/search-words.ts';
import { lineText } from '../common/text.ts';
import { mexicanStates, normalizeCurp, readCurp } from './curp.ts';
import { patientFields } from './fields.ts';

/** Sex at birth. */
export const sexes = ['male', 'female', 'intersex'] as const;
export type Sex = (typeof sexes)[number];

export const sexNames: Readonly<Record<Sex, string>> = {
  male: 'Hombre',
  female: 'Mujer',
  intersex: 'Intersexual',
};

const MAX_AGE_YEARS = 120;
export const INVALID_CURP = 'La CURP no es válida. Revisa que los 18 caracteres estén bien.';

const filledText = (max: number) => lineText(max).min(1, 'Escribe un texto.').nullable();

const curpText = z.string().transform(normalizeCurp);

/** Identification of a patient, with the rules of the form; every field may be missing. */
export const identificationFields = {
  birthDate: calendarDay.nullable(),
  sex: z.literal(sexes).nullable(),
  curp: curpText.refine((curp) => readCurp(curp) !== undefined, INVALID_CURP).nullable(),
  street: filledText(200),
  colony: filledText(120),
  municipality: filledText(120),
  /** A state of Mexico, or any region of another country; `findAddressIssues` checks it with the country. */
  state: filledText(80),
  zip: filledText(12),
  /** Missing for Mexico. */
  country: filledText(60),
  /** Passport or another document of a person without CURP. */
  identityDocument: filledText(80),
  emergencyName: filledText(200),
  emergencyPhone: patientFields.phone,
  emergencyRelation: filledText(80),
};

/**
 * The identification in calls. The contract accepts an invalid CURP, which the server rejects with a separate
 * error.
 */
export const identificationInput = z
  .strictObject({ ...identificationFields, curp: curpText.pipe(z.string().max(40)).nullable() })
  .partial().shape;

/** The identification in answers and in the exported record. */
export const storedIdentification = {
  birthDate: calendarDay.nullable(),
  sex: z.literal(sexes).nullable(),
  curp: z.string().nullable(),
  street: z.string().nullable(),
  colony: z.string().nullable(),
  municipality: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string().nullable(),
  identityDocument: z.string().nullable(),
  emergencyName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  emergencyRelation: z.string().nullable(),
} satisfies Record<keyof typeof identificationFields, z.ZodType>;

export type Identification = z.infer<z.ZodObject<typeof storedIdentification>>;

/** An empty identification. It is a function, so that the web's bundle can omit it. */
export const emptyIdentification = () =>
  Object.fromEntries(Object.keys(storedIdentification).map((field) => [field, null])) as {
    readonly [Field in keyof Identification]: null;
  };

/** A field in words; a date stays unchanged. */
export function formatIdentification(
  { sex, ...patient }: Identification,
  field: keyof Identification,
): string | null {
  return field === 'sex' ? sex && sexNames[sex] : patient[field];
}

export const isMexico = (country: string | null | undefined) =>
  !country?.trim() || ['mexico', 'mx', 'mex'].includes(fold(country.trim()));

/** Errors of an address in Mexico; state and postal code of another country are not checked. */
export function findAddressIssues({
  country,
  state,
  zip,
}: Pick<Identification, 'country' | 'state' | 'zip'>): { path: string; message: string }[] {
  if (!isMexico(country)) return [];
  const isState = !state || (mexicanStates as readonly string[]).includes(state);
  return [
    ...(isState ? [] : [{ path: 'state', message: 'Elige un estado.' }]),
    ...(!zip || /^\d{5}$/.test(zip)
      ? []
      : [{ path: 'zip', message: 'El código postal tiene 5 dígitos.' }]),
  ];
}

/** Why a day cannot be a date of birth; undefined for a possible one. */
export function findBirthDateProblem(birthDate: string, today: string): string | undefined {
  if (birthDate > today) return 'La fecha de nacimiento no puede ser futura.';
  return ageInYears(birthDate, today) > MAX_AGE_YEARS
    ? `La fecha de nacimiento no puede ser de hace más de ${MAX_AGE_YEARS} años.`
    : undefined;
}

/** Age in complete years, and in complete months. */
function calculateAge(birthDate: string, today: string): { years: number; months: number } {
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = birthDate.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0);
  return { years: Math.floor(months / 12), months };
}

/** Age in complete years. */
export function ageInYears(birthDate: string, today: string): number {
  return calculateAge(birthDate, today).years;
}

/** An age such as '34 años'; under two years '14 meses'. */
export function describeAge(birthDate: string, today: string): string {
  const { years, months } = calculateAge(birthDate, today);
  if (years >= 2) return `${years} años`;
  if (months <= 0) return 'Menos de un mes';
  return months === 1 ? '1 mes' : `${months} meses`;
}

/** The six parts of a patient's identification ('Ficha'), with the words for a missing part. */
const partNames = {
  birthDate: 'fecha de nacimiento',
  sex: 'sexo al nacer',
  address: 'domicilio',
  curp: 'CURP',
  phone: 'teléfono',
  emergencyContact: 'contacto de emergencia',
} as const;
export type IdentificationPart = keyof typeof partNames;

/** Parts that identify a patient in every note (NOM-004-SSA3-2012, 5.2.3). */
export const noteParts = ['sex', 'birthDate', 'address'] as const satisfies IdentificationPart[];
export const partName = (part: IdentificationPart): string => partNames[part];

export const IDENTIFICATION_PARTS = Object.keys(partNames).length;

type Identified = Omit<Identification, 'colony' | 'zip' | 'country' | 'emergencyRelation'> & {
  readonly phone: string | null;
};

/** The fields of each part that has several, with their names. */
const partFields = {
  address: { street: 'calle', municipality: 'municipio', state: 'estado' },
  emergencyContact: { emergencyName: 'nombre', emergencyPhone: 'teléfono' },
} as const satisfies Partial<
  Readonly<Record<IdentificationPart, Partial<Record<keyof Identified, string>>>>
>;

/** The names of the missing fields of a part. */
function findMissingFields(patient: Identified, part: keyof typeof partFields): string[] {
  const fields: Partial<Readonly<Record<keyof Identified, string>>> = partFields[part];
  return Object.entries(fields).flatMap(([field, name]) =>
    patient[field as keyof Identified] ? [] : [name],
  );
}

/**
 * The missing parts of a patient. The column `incomplete` of the table of patients is the same rule in SQL, for
 * the list's filter.
 */
export function findMissingParts(patient: Identified): readonly IdentificationPart[] {
  const isPresent: Readonly<Record<IdentificationPart, boolean>> = {
    birthDate: patient.birthDate !== null,
    sex: patient.sex !== null,
    address: findMissingFields(patient, 'address').length === 0,
    curp: Boolean(patient.curp || patient.identityDocument),
    // An imported phone may be 'no tiene'.
    phone: /[0-9]/.test(patient.phone ?? ''),
    emergencyContact: findMissingFields(patient, 'emergencyContact').length === 0,
  };
  return (Object.keys(partNames) as IdentificationPart[]).filter((part) => !isPresent[part]);
}

/** The missing parts of `noteParts`; a partial address counts as present. */
export const findMissingForNote = (patient: Identified) =>
  noteParts.filter((part) =>
    part === 'address'
      ? findMissingFields(patient, part).length === Object.keys(partFields[part]).length
      : patient[part] === null,
  );

/**
 * A text such as 'Falta estado del domicilio', 'Faltan CURP y contacto de emergencia'; empty if nothing is
 * missing.
 */
export function describeMissing(patient: Identified): string {
  const missing = findMissingParts(patient).flatMap((part) => describeMissingPart(patient, part));
  if (missing.length === 0) return '';
  const words = new Intl.ListFormat('es', { type: 'conjunction' }).format(missing);
  return `${missing.length === 1 ? 'Falta' : 'Faltan'} ${words}`;
}

/** The name of a missing part, or the missing fields of a partial one. */
function describeMissingPart(patient: Identified, part: IdentificationPart): string[] {
  if (part !== 'address' && part !== 'emergencyContact') return [partNames[part]];
  const missing = findMissingFields(patient, part);
  if (missing.length === Object.keys(partFields[part]).length) return [partNames[part]];
  return missing.with(-1, `${missing.at(-1)} del ${partNames[part]}`);
}

/** Contradictions between a CURP and the record, as sentences; empty without a valid CURP. */
export function findCurpConflicts({
  curp,
  birthDate,
  sex,
}: Pick<Identification, 'curp' | 'birthDate' | 'sex'>): readonly string[] {
  const facts = readCurp(curp ?? '');
  if (facts === undefined) return [];
  const isOtherDay = birthDate !== null && birthDate !== facts.birthDate;
  // A CURP has no letter for intersex.
  const isOtherSex =
    (sex === 'male' || sex === 'female') && facts.sex !== null && sex !== facts.sex;
  return [
    ...(isOtherDay ? ['La CURP no coincide con la fecha de nacimiento.'] : []),
    ...(isOtherSex ? ['La CURP no coincide con el sexo al nacer.'] : []),
  ];
}
