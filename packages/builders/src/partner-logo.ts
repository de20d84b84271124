import sharp from 'sharp';

/** The motifs of invented organisations' logos. */
type Motif =
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

/** The first entry that matches a name decides its motif. */
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

/** Side in pixels, at most the size at which the product stores logos, so that they are not scaled. */
const SIDE = 256;

const colours: Readonly<Record<string, string>> = {
  Laboratorio: '#205B87',
  Clínica: '#1C584C',
  Hospital: '#6F4376',
};
const OTHER_COLOUR = '#936500';

/** A PNG: a mark for a partner's name in the colour of its kind, on a transparent background. */
export function buildPartnerLogo(partner: { name: string; type?: string }): Promise<Buffer> {
  const ink = colours[partner.type ?? ''] ?? OTHER_COLOUR;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${SIDE}" height="${SIDE}" fill="${ink}">${shapes[findMotif(partner.name)]}</svg>`;
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer();
}

const shapes: Readonly<Record<Motif, string>> = {
  mountain: '<path d="M2 54 25 14l13 22 6-9 18 27z"/>',
  sun: '<path d="M10 46a22 22 0 0 1 44 0z"/><path d="M4 50h56v6H4zM29 6h6v12h-6zM9 17l4-4 8 8-4 4zM55 17l-4-4-8 8 4 4z"/>',
  tree: '<ellipse cx="32" cy="24" rx="22" ry="18"/><path d="M29 38h6v22h-6z"/>',
  trees:
    '<circle cx="16" cy="28" r="11"/><circle cx="48" cy="28" r="11"/><circle cx="32" cy="20" r="14"/><path d="M14 38h4v20h-4zM46 38h4v20h-4zM30 32h4v26h-4z"/>',
  leaf: '<path d="M8 56C4 26 24 6 58 6c2 34-16 52-40 46l-6 8zm8-6C22 36 32 26 44 20 30 24 20 34 16 50z" fill-rule="evenodd"/>',
  drop: '<path d="M32 4c12 15 20 24 20 35a20 20 0 0 1-40 0C12 28 20 19 32 4zm-4 26v6h-6v8h6v6h8v-6h6v-8h-6v-6z" fill-rule="evenodd"/>',
  waves:
    '<path d="M4 22c9-10 19-10 28 0s19 10 28 0v9c-9 10-19 10-28 0s-19-10-28 0zM4 42c9-10 19-10 28 0s19 10 28 0v9c-9 10-19 10-28 0s-19-10-28 0z"/>',
  cloud: '<path d="M16 50a13 13 0 0 1-1-26 18 18 0 0 1 34-3 15 15 0 0 1 0 29z"/>',
  gem: '<path d="M18 10h28l14 16-28 32L4 26zm-4 17 18 21 18-21z" fill-rule="evenodd"/>',
  flower:
    '<circle cx="32" cy="14" r="11"/><circle cx="50" cy="28" r="11"/><circle cx="43" cy="49" r="11"/><circle cx="21" cy="49" r="11"/><circle cx="14" cy="28" r="11"/><circle cx="32" cy="34" r="8" fill="#FFFFFF"/>',
  path: '<path d="M26 60c-10-14 14-18 6-28-6-8 4-14 2-28h8c4 16-6 20 0 28 9 12-10 16-2 28z"/>',
  bridge: '<path d="M4 18h56v10h-4v26H46V44a14 14 0 0 0-28 0v10H8V28H4z"/>',
  circles:
    '<circle cx="23" cy="32" r="19" opacity=".72"/><circle cx="41" cy="32" r="19" opacity=".72"/>',
};
