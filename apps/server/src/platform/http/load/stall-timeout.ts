import type { Writable } from 'node:stream';

/** Destroys the consumer of the pieces, `content`, if it takes no piece for `stall` milliseconds. */
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
