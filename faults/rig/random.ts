import { TEST_LENGTH } from '../../scripts/test-length.mjs';

/** Pseudo-random numbers; the same seed gives the same ones. */
export interface Random {
  readonly seed: number;
  /** A number of at least 0 and below 1. */
  next(): number;
  /** A whole number of at least `from`, below `to`. */
  between(from: number, to: number): number;
}

/** The seed of this run: FAULTS_SEED, otherwise 1 in `npm test`, and a new one in longer runs. */
export function newRandom(): Random {
  const seed = TEST_LENGTH === 'short' ? 1 : Math.floor(Math.random() * 2 ** 31);
  return seeded(Number(process.env.FAULTS_SEED ?? seed));
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, next, between: (from, to) => from + Math.floor(next() * (to - from)) };
}
