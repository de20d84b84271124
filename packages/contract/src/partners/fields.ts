import * as z from 'zod';
import { fold } from '../common/search-words.ts';
import { isLine, lineText, nameText, pastedText } from '../common/text.ts';
import { partnerTypes } from './filters.ts';

const MAX_COUNTRY_LENGTH = 100;
const MAX_WEBSITE_LENGTH = 2048;
const MAX_STUDY_LENGTH = 100;
const MAX_STUDIES = 50;

/** Characters of an id, which is a subdomain. */
export const MIN_PARTNER_ID_LENGTH = 3;
export const MAX_PARTNER_ID_LENGTH = 40;

/** The length is checked first, so that the other rules never process an overlong text. */
const id = pastedText
  .max(MAX_PARTNER_ID_LENGTH, {
    error: `El id tiene como máximo ${MAX_PARTNER_ID_LENGTH} caracteres.`,
    abort: true,
  })
  .min(MIN_PARTNER_ID_LENGTH, `El id tiene como mínimo ${MIN_PARTNER_ID_LENGTH} caracteres.`)
  .regex(/^[a-z0-9-]*$/, {
    error: 'Usa solo letras minúsculas sin acento, números y guiones.',
    abort: true,
  })
  .regex(/^[^-].*[^-]$/, 'El id no empieza ni termina con guion.');

const country = lineText(MAX_COUNTRY_LENGTH).min(1, 'Elige el país.');

/** A web address; https if it has no scheme. */
const website = pastedText
  .max(MAX_WEBSITE_LENGTH, {
    error: `El sitio web tiene como máximo ${MAX_WEBSITE_LENGTH} caracteres.`,
    abort: true,
  })
  .transform((text) => (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine(isWebAddress, 'Escribe una dirección web, como https://ejemplo.com.');

/** Whether a text is a web address: http or https, without credentials and characters that could hide the host. */
function isWebAddress(text: string): boolean {
  if (!isLine(text) || !/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username + password === '' && /^[^.]+(\.[^.]+)+\.?$/.test(hostname);
}

const type = z.literal(partnerTypes, { error: 'Elige el tipo.' });

/** Zones that a user can choose. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Empty means the clinic's time zone. */
const timeZone = z
  .string()
  .refine((zone) => zone === '' || timeZones.includes(zone), 'Elige una zona de la lista.');

/** Codes of the catalogue or names, as sent, without duplicates. */
const exams = z
  .array(lineText(MAX_STUDY_LENGTH).min(1, 'Escribe el nombre del estudio.'))
  .min(1, 'Por favor selecciona al menos un estudio disponible')
  .max(MAX_STUDIES, `Son como máximo ${MAX_STUDIES} estudios.`)
  .transform((names) => [...new Set(names)]);

/** The editable fields of a partner, with the rules of form and call. */
export const partnerFields = { name: nameText, id, country, website, type, timeZone, exams };

/** The value of `logo_url` for a name: lower case, with underscores for spaces. */
export function toLogoUrl(partnerName: string): string {
  return partnerName.trim().toLowerCase().replaceAll(/\s/g, '_');
}

/** The id that a name suggests; empty if the name has no usable characters. */
export function suggestPartnerId(partnerName: string): string {
  return fold(partnerName)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PARTNER_ID_LENGTH)
    .replaceAll(/^-+|(?<!-)-+$/g, '');
}
