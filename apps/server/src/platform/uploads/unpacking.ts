import pLimit from 'p-limit';

/** Decoder options for images from users. */
export const UNPACKING = {
  /** More than any camera or scanner makes; less than what would fill the memory. */
  limitInputPixels: 64_000_000,
  failOn: 'truncated',
  sequentialRead: true,
} as const;

/**
 * Images that one process unpacks at the same time: the same threads also read files and connect.
 */
export const oneAtATime = pLimit(1);
export const LONGEST_UNPACKING_SECONDS = 20;

/** The image library is large, so it is loaded at the first image. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  return (await import('sharp')).default;
}
