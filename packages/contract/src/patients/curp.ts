import { isCalendarDay } from '../common/days.ts';
import { visibleText } from '../common/text.ts';

/** The state of birth by its two letters in a CURP. */
export const curpStates = {
  AS: 'Aguascalientes',
  BC: 'Baja California',
  BS: 'Baja California Sur',
  CC: 'Campeche',
  CH: 'Chihuahua',
  CL: 'Coahuila',
  CM: 'Colima',
  CS: 'Chiapas',
  DF: 'Ciudad de México',
  DG: 'Durango',
  GR: 'Guerrero',
  GT: 'Guanajuato',
  HG: 'Hidalgo',
  JC: 'Jalisco',
  MC: 'Estado de México',
  MN: 'Michoacán',
  MS: 'Morelos',
  NE: 'el extranjero',
  NL: 'Nuevo León',
  NT: 'Nayarit',
  OC: 'Oaxaca',
  PL: 'Puebla',
  QR: 'Quintana Roo',
  QT: 'Querétaro',
  SL: 'Sinaloa',
  SP: 'San Luis Potosí',
  SR: 'Sonora',
  TC: 'Tabasco',
  TL: 'Tlaxcala',
  TS: 'Tamaulipas',
  VZ: 'Veracruz',
  YN: 'Yucatán',
  ZS: 'Zacatecas',
} as const;
export type MexicanState = Exclude<(typeof curpStates)[keyof typeof curpStates], 'el extranjero'>;

/** The states of Mexico, as addresses of patients and branches name them, in alphabetical order. */
export const mexicanStates = Object.values(curpStates)
  .filter((state) => state !== 'el extranjero')
  .toSorted((one, other) => one.localeCompare(other, 'es'));

/**
 * Four letters of the name, day of birth, sex, state, three consonants, a character that distinguishes namesakes,
 * check digit.
 */
const PATTERN = new RegExp(
  `^[A-Z][AEIOUX][A-Z]{2}(\\d{2})(\\d{2})(\\d{2})([HMX])(${Object.keys(curpStates).join('|')})[B-DF-HJ-NP-TV-Z]{3}([0-9A-Z])(\\d)$`,
);

/** Generic CURPs that health systems enter for every foreigner, so that they identify no one. */
const SHARED = /^XEXX010101[HM]NEXXXA\d$/;

/** The alphabet of the check digit: the value of a character is its position. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

export const CURP_LENGTH = 18;

export interface CurpFacts {
  readonly birthDate: string;
  /** Null for X, which is neither male nor female. */
  readonly sex: 'male' | 'female' | null;
  readonly birthState: (typeof curpStates)[keyof typeof curpStates];
}

/** Stored form of a CURP: capitals, without spaces and hyphens. */
export function normalizeCurp(text: string): string {
  return visibleText(text).replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Corrects O and 0 where only a letter or only a digit is possible, and a final O that implies a future birth. */
export function correctZeros(curp: string, today: string): string {
  const isFuture = curp.slice(4, 6) > today.slice(2, 4);
  if (curp.length !== CURP_LENGTH) return curp;
  return curp.replaceAll(/[O0]/g, (sign, at: number) => {
    if (at === 16) return isFuture ? '0' : sign;
    return (at >= 4 && at <= 9) || at === 17 ? '0' : 'O';
  });
}

/** The last character of a CURP, from the 17 before it. */
export function curpCheckDigit(characters: string): string {
  const sum = [...characters].reduce(
    (total, character, index) => total + ALPHABET.indexOf(character) * (CURP_LENGTH - index),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/**
 * Parses a CURP in capitals. The century is in the 17th character: a digit for births before 2000, a letter since
 * then.
 * @returns undefined for an invalid CURP
 */
export function readCurp(curp: string): CurpFacts | undefined {
  const [, year, month, day, sex, state, homonym = '', check] = PATTERN.exec(curp) ?? [];
  if (check === undefined || SHARED.test(curp)) return undefined;
  const birthDate = `${/\d/.test(homonym) ? '19' : '20'}${year}-${month}-${day}`;
  if (!isCalendarDay(birthDate) || curpCheckDigit(curp.slice(0, -1)) !== check) return undefined;
  return {
    birthDate,
    sex: sex === 'H' ? 'male' : sex === 'M' ? 'female' : null,
    birthState: curpStates[state as keyof typeof curpStates],
  };
}
