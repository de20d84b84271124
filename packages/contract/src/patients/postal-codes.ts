import type { MexicanState } from './curp.ts';
import { type Identification, isMexico } from './identification.ts';

/**
 * The first two digits at which the codes of each state begin, in ascending order. Source: Correos de México,
 * «Catálogo Nacional de Códigos Postales».
 */
const stateStarts: readonly (readonly [first: number, state: MexicanState])[] = [
  [1, 'Ciudad de México'],
  [20, 'Aguascalientes'],
  [21, 'Baja California'],
  [23, 'Baja California Sur'],
  [24, 'Campeche'],
  [25, 'Coahuila'],
  [28, 'Colima'],
  [29, 'Chiapas'],
  [31, 'Chihuahua'],
  [34, 'Durango'],
  [36, 'Guanajuato'],
  [39, 'Guerrero'],
  [42, 'Hidalgo'],
  [44, 'Jalisco'],
  [50, 'Estado de México'],
  [58, 'Michoacán'],
  [62, 'Morelos'],
  [63, 'Nayarit'],
  [64, 'Nuevo León'],
  [68, 'Oaxaca'],
  [72, 'Puebla'],
  [76, 'Querétaro'],
  [77, 'Quintana Roo'],
  [78, 'San Luis Potosí'],
  [80, 'Sinaloa'],
  [83, 'Sonora'],
  [86, 'Tabasco'],
  [87, 'Tamaulipas'],
  [90, 'Tlaxcala'],
  [91, 'Veracruz'],
  [97, 'Yucatán'],
  [98, 'Zacatecas'],
];

/** Municipalities that the first two digits of a code identify. */
const municipalities: Readonly<Record<string, string>> = {
  '01': 'Álvaro Obregón',
  '02': 'Azcapotzalco',
  '03': 'Benito Juárez',
  '04': 'Coyoacán',
  '05': 'Cuajimalpa de Morelos',
  '06': 'Cuauhtémoc',
  '07': 'Gustavo A. Madero',
  '08': 'Iztacalco',
  '09': 'Iztapalapa',
  '10': 'La Magdalena Contreras',
  '11': 'Miguel Hidalgo',
  '12': 'Milpa Alta',
  '13': 'Tláhuac',
  '14': 'Tlalpan',
  '15': 'Venustiano Carranza',
  '16': 'Xochimilco',
  '44': 'Guadalajara',
  '64': 'Monterrey',
};

/** The state of a Mexican postal code, and its municipality if the first digits identify it. */
export function readPostalCode(
  code: string,
): { readonly state: MexicanState; readonly municipality?: string } | undefined {
  const [, start = ''] = /^(\d{2})\d{3}$/.exec(code.trim()) ?? [];
  const state = stateStarts.findLast(([first]) => Number(start) >= first)?.[1];
  const isUnused = Number(start) > 16 && Number(start) < 20;
  if (start === '' || state === undefined || isUnused) return undefined;
  const municipality = municipalities[start];
  return { state, ...(municipality !== undefined && { municipality }) };
}

/** Why the postal code and the state of an address contradict each other; undefined if they do not. */
export function describeOtherState({
  zip,
  state,
  country,
}: Pick<Identification, 'zip' | 'state' | 'country'>) {
  const other = zip !== null && isMexico(country) ? readPostalCode(zip)?.state : undefined;
  if (other === undefined || state === null || other === state) return undefined;
  return `El código postal ${zip} es de ${other}, no de ${state}. Corrígelo, o acepta la fila.`;
}
