import type { Writable } from 'node:stream';

/** The same pieces; ends `content`, which takes them, when a piece is not taken in `stall` milliseconds. */
export async function* impatient<Piece>(
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
