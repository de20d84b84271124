import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import verifier from 'stream-json/utils/verifier.js';

/** Both from 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/**
 * The exact place where the file stops being JSON, or, where it is JSON and still no export, the
 * one that lies `offset` bytes from its beginning. The file is read again, which only a broken one
 * costs.
 */
export async function locateBreak(path: string, offset: number): Promise<Location> {
  return (await locateSyntaxError(path)) ?? (await locateOffset(path, offset));
}

async function locateSyntaxError(path: string): Promise<Location | null> {
  try {
    await pipeline(createReadStream(path), verifier.asStream());
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'line' in error && 'pos' in error)) throw error;
    return { line: Number(error.line), column: Number(error.pos) };
  }
}

const LINE_FEED = 0x0a;

async function locateOffset(path: string, offset: number): Promise<Location> {
  let line = 1;
  let lineStart = 0;
  let base = 0;
  const before: AsyncIterable<Buffer> = createReadStream(path, { end: Math.max(0, offset - 1) });
  for await (const chunk of before) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
      line += 1;
      lineStart = base + at + 1;
    }
    base += chunk.length;
  }
  return { line, column: offset - lineStart + 1 };
}
