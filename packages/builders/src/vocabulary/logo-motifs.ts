/** What the marks of invented organisations draw. */
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

/** The first word that a name holds decides. */
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

/** What stands for a name; circles where none of its words can be drawn. */
export function motifOf(name: string): Motif {
  return motifs.find(([words]) => words.test(name))?.[1] ?? 'circles';
}
