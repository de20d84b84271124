/** Where a scene looks into the noise, so that no two images share their grain. */
export interface Grain {
  x: number;
  y: number;
}

const SIZE = 256;

/** A fixed sequence: images differ by where they look into it, never by chance of their own. */
function* sequence(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    yield (state >>> 8) / 16_777_216;
  }
}

function createField(seed: number): Float32Array {
  const numbers = sequence(seed);
  return Float32Array.from({ length: SIZE * SIZE }, () => numbers.next().value - 0.5);
}

const first = createField(7);
const second = createField(91);

function at(field: Float32Array, x: number, y: number): number {
  return field[(y & (SIZE - 1)) * SIZE + (x & (SIZE - 1))] ?? 0;
}

/** Between four dots of the field. From -0.5 to 0.5, repeated every 256. */
export function smoothNoise(x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = x - left;
  const down = y - top;
  const upper = at(first, left, top) * (1 - across) + at(first, left + 1, top) * across;
  const lower = at(first, left, top + 1) * (1 - across) + at(first, left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}

/** The grain of ultrasound: the length of a random vector, about 1 on the average. */
const speckleField = Float32Array.from({ length: SIZE * SIZE }, (_, index) => {
  const x = index % SIZE;
  const y = Math.floor(index / SIZE);
  let real = 0;
  let imaginary = 0;
  for (let dx = -1; dx <= 1; dx += 1) {
    for (let dy = 0; dy <= 1; dy += 1) {
      real += at(first, x + dx, y + dy);
      imaginary += at(second, x + dx, y + dy);
    }
  }
  return Math.hypot(real, imaginary) * 1.15;
});

export function speckle(x: number, y: number): number {
  return at(speckleField, Math.floor(x), Math.floor(y));
}
