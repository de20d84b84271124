/**
 * The letters that a scanner burns into its images: 5 by 7 dots, five bytes a letter, one a column,
 * the top dot in the lowest bit. Drawn here so that an image needs no font of the machine.
 */
const columns: Record<string, string> = {
  '%': '2313086462',
  '(': '001C224100',
  ')': '0041221C00',
  '+': '08083E0808',
  ',': '0050300000',
  '-': '0808080808',
  '.': '0060600000',
  '/': '2010080402',
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '4261514946',
  '3': '2141454B31',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291E',
  ':': '0036360000',
  '=': '1414141414',
  '°': '0006090906',
  '·': '0000180000',
  A: '7E1111117E',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141221C',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E4149497A',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F020C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '4649494931',
  T: '01017F0101',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  a: '2054545478',
  b: '7F48444438',
  c: '3844444420',
  d: '384444487F',
  e: '3854545418',
  f: '087E090102',
  g: '0C5252523E',
  h: '7F08040478',
  i: '00447D4000',
  j: '2040443D00',
  k: '7F10284400',
  l: '00417F4000',
  m: '7C04180478',
  n: '7C08040478',
  o: '3844444438',
  p: '7C14141408',
  q: '081414187C',
  r: '7C08040408',
  s: '4854545420',
  t: '043F444020',
  u: '3C4040407C',
  v: '1C2040201C',
  w: '3C4030403C',
  x: '4428102844',
  y: '0C5050503C',
  z: '4464544C44',
};

/** Marks above a letter, as columns of the three dots over it. */
const marks: Record<string, string> = {
  '\u0301': '0000020100',
  '\u0303': '0201020100',
  '\u0308': '0001000100',
};

function bytes(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
}

const glyphs = new Map(Object.entries(columns).map(([letter, hex]) => [letter, bytes(hex)]));
const accents = new Map(Object.entries(marks).map(([mark, hex]) => [mark, bytes(hex)]));

export const LETTER_WIDTH = 6;

/** Calls `dot` for every dot of the text; what the font lacks stays blank. Rows above 0 hold accents. */
export function eachDot(text: string, dot: (x: number, y: number) => void): void {
  let left = -LETTER_WIDTH;
  let capital = false;
  for (const character of text.normalize('NFD')) {
    const accent = accents.get(character);
    if (accent === undefined) {
      left += LETTER_WIDTH;
      capital = character !== character.toLowerCase();
    }
    // A capital fills the seven rows, so its accent stands higher than a small letter's.
    const rise = capital ? -3 : -1;
    const shape = accent ?? glyphs.get(character) ?? [];
    for (const [column, bits] of shape.entries()) {
      for (let row = 0; row < 7; row += 1) {
        if ((bits >> row) & 1) dot(left + column, accent === undefined ? row : row + rise);
      }
    }
  }
}
