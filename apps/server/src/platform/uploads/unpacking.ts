import pLimit from 'p-limit';

/** How a picture of a stranger is read. */
export const UNPACKING = {
  /** More than any camera or scanner makes; less than what would fill the memory. */
  limitInputPixels: 64_000_000,
  failOn: 'truncated',
  sequentialRead: true,
} as const;

/** Pictures that one process unpacks at the same time: its threads also read files and connect. */
export const takeTurns = pLimit(1);
export const LONGEST_UNPACKING_SECONDS = 20;

/** The library that reads pictures, which is large: only who sends one waits for it. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  return (await import('sharp')).default;
}
