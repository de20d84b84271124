import { hash } from 'node:crypto';

const LANES = 8;
const NEWLINE = 0x0a;

/**
 * Counts the rows of COPY text and adds up their SHA-256 digests: a sum, because updates change the order of a table's
 * rows.
 */
export class RowDigest {
  readonly #sum = new Uint32Array(LANES);
  /** The bytes after the last complete row. */
  #rest: Buffer[] = [];
  rows = 0;

  /** In COPY text a line break always ends a row. */
  update(chunk: Buffer): void {
    let start = 0;
    for (
      let end = chunk.indexOf(NEWLINE);
      end >= 0;
      start = end + 1, end = chunk.indexOf(NEWLINE, start)
    ) {
      this.#add(chunk.subarray(start, end));
    }
    if (start < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(start)));
  }

  digest(): string {
    return Buffer.from(this.#sum.buffer).toString('hex');
  }

  #add(tail: Buffer): void {
    const row = Buffer.concat([...this.#rest, tail]);
    this.#rest = [];
    const digest = hash('sha256', row, 'buffer');
    for (let lane = 0; lane < LANES; lane += 1) {
      // Storing in a typed array computes the sum modulo 2^32.
      this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4);
    }
    this.rows += 1;
  }
}
