import { mexicanStates } from '../patients/curp.ts';
import { statusNames } from '../patients/filters.ts';
import type { Sex } from '../patients/identification.ts';
import { prospectGroupNames, prospectStatuses } from '../prospects/filters.ts';
import { foldWords, type PeopleKind, type PersonField } from './columns.ts';

const states: ReadonlyMap<string, (typeof mexicanStates)[number]> = new Map(
  [
    ...mexicanStates.map((state) => [state, state]),
    ...Object.entries({
      'Ciudad de México': 'cdmx|df|d f|distrito federal|mexico df|mexico d f',
      'Estado de México': 'edomex|edo mex|edo mexico|edo de mexico|edo de mex|mex',
      'Nuevo León': 'nl|n l|nvo leon',
      Jalisco: 'jal',
      Querétaro: 'qro|queretaro de arteaga',
      Guanajuato: 'gto',
      Michoacán: 'mich|michoacan de ocampo',
      Veracruz: 'ver|veracruz de ignacio de la llave',
      Puebla: 'pue',
      Coahuila: 'coah|coahuila de zaragoza',
      Chihuahua: 'chih',
      Tamaulipas: 'tamps',
      'San Luis Potosí': 'slp|s l p',
      Sinaloa: 'sin',
      Sonora: 'son',
      'Baja California': 'bc|b c|baja california norte',
      'Baja California Sur': 'bcs|b c s',
      'Quintana Roo': 'q roo|qroo',
      Yucatán: 'yuc',
      Hidalgo: 'hgo',
      Morelos: 'mor',
      Aguascalientes: 'ags',
      Guerrero: 'gro',
      Zacatecas: 'zac',
      Durango: 'dgo',
      Nayarit: 'nay',
      Oaxaca: 'oax',
      Tabasco: 'tab',
      Tlaxcala: 'tlax',
      Chiapas: 'chis',
      Campeche: 'camp',
      Colima: 'col',
    }).flatMap(([state, names]) => names.split('|').map((name) => [name, state])),
  ].map(([name = '', state]) => [foldWords(name), state as (typeof mexicanStates)[number]]),
);

/** The state of Mexico that a text names; null for any other text. */
export const parseState = (text: string) => states.get(foldWords(text)) ?? null;

export const UNKNOWN_SEX =
  /^(?:otro|no binario|unspecified|unknown|other|(?:no|sin) especifica(?:do|r)?|prefiero no decir(?:lo)?)$/i;

export const sexWords: Readonly<Record<string, Sex>> = {
  h: 'male',
  f: 'female',
  hombre: 'male',
  mujer: 'female',
  masculino: 'male',
  femenino: 'female',
  masc: 'male',
  fem: 'female',
  varon: 'male',
  male: 'male',
  female: 'female',
  man: 'male',
  woman: 'female',
  intersexual: 'intersex',
  intersex: 'intersex',
};

const statusWords: Readonly<Record<PeopleKind, ReadonlyMap<string, string | number>>> = {
  patients: new Map<string, number>([
    ...Object.entries(statusNames).flatMap(([status, name]): [string, number][] => [
      [status, Number(status)],
      [foldWords(name), Number(status)],
    ]),
    ['nuevo', 1],
    ['registrado', 1],
    ['test hecho', 2],
    ['abordaje', 3],
    ['en abordaje', 3],
    ['abordaje general', 3],
  ]),
  prospects: new Map<string, string>([
    ...prospectStatuses.flatMap((status): [string, string][] => [
      [status, status],
      [foldWords(prospectGroupNames[status]), status],
    ]),
    ['nuevo', 'pending'],
  ]),
};

/** The status that a text names; undefined for any other text. */
export const parseStatus = (text: string, kind: PeopleKind) =>
  statusWords[kind].get(foldWords(text));

/** The problem of a text that is no status, with the names of all statuses. */
export function describeUnknownStatus(text: string, kind: PeopleKind): string {
  const names =
    kind === 'patients'
      ? Object.values(statusNames)
      : prospectStatuses.map((status) => prospectGroupNames[status]);
  return `«${text}» no es un estatus. Usa ${names.join(', ')}.`;
}

/**
 * Different texts of a column whose values a user may have to choose: all statuses, and unrecognised sexes. 'M' means
 * woman in a column with 'H', and man in a column with 'F'.
 */
export function listValues(field: PersonField | null, cells: readonly string[], kind: PeopleKind) {
  const texts = [...new Set(cells)];
  if (field === 'status') {
    return texts.map((text) => ({ text, value: String(parseStatus(text, kind) ?? '') }));
  }
  if (field !== 'sex') return [];
  const words = new Set(texts.map(foldWords));
  const meaningOfM = words.has('h') === words.has('f') ? '' : words.has('h') ? 'female' : 'male';
  return texts
    .filter((text) => sexWords[foldWords(text)] === undefined && !UNKNOWN_SEX.test(text))
    .map((text) => ({ text, value: foldWords(text) === 'm' ? meaningOfM : '' }));
}

/** Totals, headings such as 'ENERO 2024', page numbers, placeholders, trials, and texts without letters. */
const NOT_A_PERSON =
  /^(?:p[uú]blico en general|cancelad[oa]|disponible|(\p{L})\1{2,}|(?:(?:paciente|nombre) )?(?:de )?(?:(?:prueba|test)s?[ #-]*\d*(?: |$))+)$|^p[aá]gina \d|(?:^|\d )(?:sub)?total(?:es)?\b|^(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: del?)? \d{2,4}$|^[^\p{L}]*$/iu;
/** A heading such as 'ENERO', if the row has no other value: 'Abril' and 'Julio' are names too. */
const MONTH =
  /^(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)$/i;
/** The foot of a list, if the row has no other value: a signature, a license, a date. */
const FOOTER =
  /\d[\d/.-]{4}|^(?:dra?|lic|ing|mtr[oa]|enf|q\.? ?f\.? ?b|elabor[oó]|revis[oó]|firma|atentamente|atte)(?!\p{L})/iu;

/** Whether a name is a title, a total or a placeholder; in a row without another value, also a month or a signature. */
export const isNotPerson = (name: string, hasNoOtherValue: boolean) =>
  NOT_A_PERSON.test(name) || (hasNoOtherValue && (MONTH.test(name) || FOOTER.test(name)));
