import { mexicanStates } from '../patients/curp.ts';
import type { Sex } from '../patients/identification.ts';
import { foldWords } from './columns.ts';

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
      'Baja California': 'bc|b c',
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
export const readState = (text: string) => states.get(foldWords(text)) ?? null;

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
