import * as z from 'zod';
import { calendarDay } from '../common/instants.ts';
import { pastedText, personName, storableText, visibleText } from '../common/text.ts';
import { normalizeCurp } from './curp.ts';
import { patientStatuses } from './filters.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_PHONE_LENGTH = 40;
/** Minimum and maximum digits of a phone. */
export const MIN_DIGITS = 7;
const MAX_DIGITS = 20;

const countDigits = (phone: string) => phone.replaceAll(/\D/g, '').length;

/** Letters of any script in both parts; the last label has only letters, or is in Punycode. */
const EMAIL =
  /^(?:[\p{L}\p{N}_'+-]+\.)*[\p{L}\p{N}_'+-]*[\p{L}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[A-Za-z0-9-]+)$/u;

/** The length is checked first, so that the other rules never process an overlong text. */
const email = pastedText
  .max(MAX_EMAIL_LENGTH, {
    error: `El correo tiene como máximo ${MAX_EMAIL_LENGTH} caracteres.`,
    abort: true,
  })
  .normalize('NFC')
  .regex(EMAIL, 'Escribe un correo válido, como nombre@ejemplo.com.')
  .meta({ format: 'email' });

/** Replaces dashes and full-width digits and parentheses with plain ones. */
const plainPhone = (text: string) =>
  visibleText(text)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-');

const phone = z
  .string()
  .overwrite(plainPhone)
  .trim()
  .max(MAX_PHONE_LENGTH, {
    error: `El teléfono tiene como máximo ${MAX_PHONE_LENGTH} caracteres.`,
    abort: true,
  })
  .regex(/^[\d ()+.-]*$/, {
    error: 'Escribe el teléfono con dígitos, espacios y los signos + ( ) - .',
    abort: true,
  })
  .refine((text) => countDigits(text) >= MIN_DIGITS && countDigits(text) <= MAX_DIGITS, {
    error: `El teléfono tiene entre ${MIN_DIGITS} y ${MAX_DIGITS} dígitos.`,
  })
  .meta({ format: 'phone' });

/** The editable fields of a patient, with the validation rules of forms and calls. */
export const patientFields = {
  name: personName,
  email: email.nullable(),
  phone: phone.nullable(),
  status: z.literal(patientStatuses),
};

/** The fields in answers and in the exported record; imported values may break the rules above. */
export const storedPatientFields = {
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.int().nullable(),
} satisfies Record<keyof typeof patientFields, z.ZodType>;

/** The input of the duplicate search; an invalid value matches no patient. */
export const duplicateInput = z.strictObject({
  name: storableText(300).overwrite(visibleText).trim().optional(),
  curp: storableText(40).overwrite(normalizeCurp).optional(),
  birthDate: calendarDay.optional(),
  email: storableText(MAX_EMAIL_LENGTH).overwrite(visibleText).trim().optional(),
  phone: storableText(MAX_PHONE_LENGTH).overwrite(plainPhone).optional(),
});

/** The last ten digits, which identify a phone; undefined for too few digits. */
export function phoneDigits(phone: string | undefined): string | undefined {
  const digits = phone?.replaceAll(/\D/g, '') ?? '';
  return digits.length < MIN_DIGITS ? undefined : digits.slice(-10);
}
