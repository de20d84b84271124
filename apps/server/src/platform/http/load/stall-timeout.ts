import type { Writable } from 'node:stream';

/**
 * Passes pieces through. It destroys `content`, their consumer, if that takes no piece for `stall` milliseconds.
 */
export async function* withStallTimeout<Piece>(
  pieces: AsyncIterable<Piece>,
  content: Writable,
  stall: number,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const timer = setTimeout(() => content.destroy(), stall);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
