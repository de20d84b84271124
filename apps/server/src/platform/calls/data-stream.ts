import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { describeFault, toProblem } from '../failures.ts';
import { Problem } from '../problem.ts';
import { awaitFirst } from '../storage/storage.ts';

declare const data: unique symbol;

/** The `data` of an answer as pieces of JSON text, for lists that are too long for memory. */
export class DataStream<Data> {
  declare readonly [data]: Data;
  readonly pieces: AsyncIterator<string>;

  constructor(pieces: AsyncIterator<string>) {
    this.pieces = pieces;
  }
}

/**
 * Rows as one JSON array, with a text before and after it. The first piece waits for the first rows, so that a
 * failed read is an error answer.
 */
export async function* jsonArray<Row>(
  pages: AsyncIterable<readonly Row[]>,
  present: (row: Row) => object,
  [before, after]: readonly [string, string] = ['', ''],
): AsyncGenerator<string> {
  let start = `${before}[`;
  for await (const rows of pages) {
    // The last of several pages may be empty.
    if (rows.length === 0) continue;
    yield `${start}${rows.map((row) => JSON.stringify(present(row))).join(',')}`;
    start = ',';
  }
  yield start === ',' ? `]${after}` : `${start}]${after}`;
}

/** Maximum characters of a checked stream, because the check keeps the text in memory. */
const MAX_CHECKED_LENGTH = 4_000_000;

/**
 * The answer as a stream, once it has a first piece.
 * @param check gets the text of the whole answer, unless it is too long, before its end is sent
 */
export async function openDataStream(
  stream: DataStream<unknown>,
  log: Pick<FastifyBaseLogger, 'error'>,
  check: ((text: string) => void) | undefined,
): Promise<Readable> {
  const pieces = await awaitFirst(stream.pieces);
  async function* answer() {
    let checkedText = '';
    const collect = (piece: string) => {
      if (check && checkedText.length <= MAX_CHECKED_LENGTH) checkedText += piece;
      return piece;
    };
    yield collect('{"status":200,"data":');
    try {
      for await (const piece of pieces) yield collect(piece);
      if (checkedText.length <= MAX_CHECKED_LENGTH) check?.(`${checkedText}}`);
    } catch (fault) {
      // Fastify logs a stream's error, and a database error quotes the values of the query.
      log.error(describeFault(fault), 'an answer broke off');
      throw new Problem(toProblem(fault).code);
    }
    yield '}';
  }
  return Readable.from(answer(), { objectMode: false });
}
