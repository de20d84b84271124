import { fold } from '../common/search-words.ts';
import { type MexicanState, mexicanStates } from '../patients/curp.ts';

type Bounds = readonly [south: number, west: number, north: number, east: number];

/** The bounds of the states of Mexico, from the map's outlines, with a margin of a tenth of a degree. */
const bounds: Readonly<Record<MexicanState, Bounds>> = {
  Aguascalientes: [21.5, -103, 22.6, -101.7],
  'Baja California': [27.9, -118.5, 32.8, -112.4],
  'Baja California Sur': [22.8, -115.2, 28.1, -109.3],
  Campeche: [17.7, -92.6, 20.9, -88.9],
  Chiapas: [14.4, -94.2, 18.1, -90.3],
  Chihuahua: [25.5, -109.2, 31.9, -103.2],
  'Ciudad de México': [19, -99.4, 19.7, -98.8],
  Coahuila: [24.5, -104.1, 30, -99.7],
  // Excludes its islands in the Pacific.
  Colima: [18.6, -104.9, 19.6, -103.4],
  Durango: [22.2, -107.3, 26.9, -102.4],
  'Estado de México': [18.3, -100.7, 20.4, -98.5],
  Guanajuato: [19.8, -102.2, 22, -99.6],
  Guerrero: [16.2, -102.3, 19, -97.9],
  Hidalgo: [19.5, -99.9, 21.5, -97.9],
  Jalisco: [18.8, -105.8, 22.9, -101.4],
  Michoacán: [17.8, -103.8, 20.5, -100],
  Morelos: [18.2, -99.6, 19.2, -98.5],
  Nayarit: [20.5, -106.8, 23.2, -103.7],
  'Nuevo León': [23.1, -101.3, 27.9, -98.3],
  Oaxaca: [15.5, -98.7, 18.8, -93.8],
  Puebla: [17.8, -99.1, 20.9, -96.6],
  Querétaro: [19.8, -100.7, 21.7, -98.9],
  'Quintana Roo': [17.8, -89.5, 21.7, -86.6],
  'San Luis Potosí': [21.1, -102.4, 24.7, -98.2],
  Sinaloa: [22.3, -109.5, 27.2, -105.3],
  Sonora: [26.2, -115.1, 32.6, -108.4],
  Tabasco: [17.2, -94.2, 18.8, -90.9],
  Tamaulipas: [22.1, -100.2, 27.8, -97],
  Tlaxcala: [19, -98.8, 19.8, -97.5],
  Veracruz: [17, -98.7, 22.6, -93.5],
  Yucatán: [19.5, -90.5, 21.7, -87.4],
  Zacatecas: [20.9, -104.4, 25.3, -100.7],
};

/** Other spellings, without accents. */
const otherNames: Readonly<Record<string, MexicanState>> = {
  cdmx: 'Ciudad de México',
  df: 'Ciudad de México',
  'distrito federal': 'Ciudad de México',
  'mexico city': 'Ciudad de México',
  mexico: 'Estado de México',
  edomex: 'Estado de México',
  'edo mex': 'Estado de México',
  'edo de mexico': 'Estado de México',
  'coahuila de zaragoza': 'Coahuila',
  'michoacan de ocampo': 'Michoacán',
  'queretaro de arteaga': 'Querétaro',
  'veracruz de ignacio de la llave': 'Veracruz',
  'veracruz llave': 'Veracruz',
  bc: 'Baja California',
  bcs: 'Baja California Sur',
  nl: 'Nuevo León',
  slp: 'San Luis Potosí',
};

export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A warning about coordinates outside of the branch's state; undefined if they are inside, or the state is not Mexican. */
export function outsideStateWarning(state: string, position: Position | null): string | undefined {
  const name = findState(state);
  const area = name === undefined ? undefined : bounds[name];
  if (position === null || area === undefined || isIn(area, position)) return undefined;
  const where = `Esas coordenadas no están en ${name === 'Estado de México' ? `el ${name}` : name}.`;
  if (isIn(area, { lat: position.lng, lng: position.lat })) {
    return `${where} Parece que la latitud y la longitud están invertidas.`;
  }
  if (isIn(area, { lat: position.lat, lng: -position.lng })) {
    return `${where} Parece que a la longitud le falta el signo menos.`;
  }
  return `${where} Revísalas antes de guardar.`;
}

/** The possible states of a place: the named one, otherwise every state whose bounds contain the position. */
export function possibleStates(name: string | null, position: Position | null): MexicanState[] {
  const state = name === null ? undefined : findState(name);
  if (state !== undefined) return [state];
  return mexicanStates.filter((each) => position !== null && isIn(bounds[each], position));
}

function findState(name: string): MexicanState | undefined {
  const text = fold(name).replaceAll('.', '').trim();
  return (
    mexicanStates.find((state) => fold(state) === text) ??
    (Object.hasOwn(otherNames, text) ? otherNames[text] : undefined)
  );
}

function isIn([south, west, north, east]: Bounds, { lat, lng }: Position): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}
