import { Faker, type Randomizer } from '@faker-js/faker';
import { faker as mexican } from '@faker-js/faker/locale/es_MX';

/**
 * The source of randomness of a builder, and its current time. A builder depends on nothing else, so the same seed
 * and time give the same bytes.
 */
export interface BuilderContext {
  readonly faker: Faker;
  readonly now: Date;
  readonly stream: RandomStream;
  /** The name of the current stream, beginning with the seed. */
  readonly path: string;
}

type StreamState = readonly [a: number, b: number, c: number, counter: number];

/** A random generator that can be suspended and resumed at no cost. */
interface RandomStream extends Randomizer {
  seedWith(text: string): void;
  save(): StreamState;
  restore(state: StreamState): void;
}

/** Number of discarded draws, because the first draws of sfc32 still show its seed. */
const WARM_UP_DRAWS = 12;

/** sfc32, whose state is four words. The library calls `next` as a plain function. */
function createStream(): RandomStream {
  let [a, b, c, counter]: StreamState = [0, 0, 0, 1];

  const word = (): number => {
    const result = (a + b + counter) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    counter = (counter + 1) | 0;
    return result;
  };
  const restore = (state: StreamState): void => {
    [a, b, c, counter] = state;
  };
  const seedWith = (text: string): void => {
    restore(hash128(text));
    for (let draw = 0; draw < WARM_UP_DRAWS; draw += 1) word();
  };
  return {
    // Number from 0 up to 1, with 53 random bits.
    next: () => ((word() >>> 5) * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992,
    seed: (seed) => seedWith(String(seed)),
    seedWith,
    save: () => [a, b, c, counter],
    restore,
  };
}

/** cyrb128: hashes a text to 128 bits; not cryptographic. */
function hash128(text: string): StreamState {
  let a = 1_779_033_703;
  let b = 3_144_134_277;
  let c = 1_013_904_242;
  let d = 2_773_480_762;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597_399_067);
    b = c ^ Math.imul(b ^ code, 2_869_860_233);
    c = d ^ Math.imul(c ^ code, 951_274_213);
    d = a ^ Math.imul(d ^ code, 2_716_044_179);
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067);
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233);
  c = Math.imul(a ^ (c >>> 17), 951_274_213);
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179);
  const mixed = a ^ b ^ c ^ d;
  return [mixed, b ^ mixed, c ^ mixed, d ^ mixed];
}

export interface ContextOptions {
  seed: number | string;
  now: Date;
}

/** A new context, in Mexican Spanish; contexts are independent. */
export function createContext({ seed, now }: ContextOptions): BuilderContext {
  const stream = createStream();
  const faker = new Faker({ locale: mexican.rawDefinitions, randomizer: stream });
  const path = String(seed);
  stream.seedWith(path);
  return { faker, now, stream, path };
}

/** Builds from the stream of this seed, and restores the current stream. */
export function fromSeed<T>(
  context: BuilderContext,
  seed: string,
  build: (context: BuilderContext) => T,
): T {
  const { stream } = context;
  const before = stream.save();
  stream.seedWith(seed);
  try {
    return build({ ...context, path: seed });
  } finally {
    stream.restore(before);
  }
}

/**
 * Builds from a stream named by `key`. Draws inside `build` do not affect later ones, so a new field changes
 * nothing else.
 */
export function withStream<T>(
  context: BuilderContext,
  key: string | number,
  build: (context: BuilderContext) => T,
): T {
  return fromSeed(context, `${context.path}/${key}`, build);
}

/** Returns true with this probability. */
export function chance({ faker }: BuilderContext, share: number): boolean {
  return faker.datatype.boolean(share);
}

export function weighted<T>(
  { faker }: BuilderContext,
  choices: readonly (readonly [value: T, weight: number])[],
): T {
  return faker.helpers.weightedArrayElement(choices.map(([value, weight]) => ({ value, weight })));
}

export function decimal(
  { faker }: BuilderContext,
  min: number,
  max: number,
  fractionDigits = 1,
): number {
  return faker.number.float({ min, max, fractionDigits });
}
