/** The motifs of invented organisations' logos. */
export type Motif =
  | 'mountain'
  | 'sun'
  | 'tree'
  | 'trees'
  | 'leaf'
  | 'drop'
  | 'waves'
  | 'cloud'
  | 'gem'
  | 'flower'
  | 'path'
  | 'bridge'
  | 'circles';

/** The first matching word of a name decides. */
const motifs: readonly (readonly [RegExp, Motif])[] = [
  [/Cerro|Loma|Barro/, 'mountain'],
  [/Sol |Luz|Alba/, 'sun'],
  [/Tres Ceibas|Encinos|Ahuehuetes|Naranjos/, 'trees'],
  [/Mar |Agua|Río/, 'waves'],
  [/Nube|Tlaloque|Viento/, 'cloud'],
  [/Obsidiana|Piedra/, 'gem'],
  [/Flor|Jacaranda|Amaranto|Xoconostle/, 'flower'],
  [/Camino|Sendero/, 'path'],
  [/Puente/, 'bridge'],
  [/Raíz|Malinalli|Agave|Nopalera|Campo/, 'leaf'],
  [/Arrayán|Ceiba|Mezquite|Ocote|Patio/, 'tree'],
  [/Copal|Farmacia/, 'drop'],
];

/** The motif of a name; circles if no word matches. */
export function findMotif(name: string): Motif {
  return motifs.find(([words]) => words.test(name))?.[1] ?? 'circles';
}
