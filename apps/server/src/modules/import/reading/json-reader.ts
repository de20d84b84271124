import { isUtf8 } from 'node:buffer';
import { BrokenExport, CUT_SHORT } from '../errors.ts';

/**
 * Fills a buffer with the bytes of the file from an offset on; with fewer only at its end.
 * @returns how many
 */
export type ReadBytes = (into: Buffer, offset: number) => Promise<number>;

const CHUNK = 512 * 1024;
/** Bytes of the largest record, since a record is held whole. */
export const LONGEST_VALUE = 16 * 1024 * 1024;

/** Returned by `next` at the end. */
export const END = -1;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;
/** Bytes of a string that are compared one by one; longer ones are skipped with `indexOf`. */
const LONG = 32;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Reads one JSON value after another from a file, with at most a chunk and the value in memory. A
 * tokenizer with an event per bracket took four times as long and ten times the memory: here only the
 * ends of values are searched, and JSON.parse reads them.
 */
export class JsonReader {
  readonly #read: ReadBytes;
  readonly #stop: number;
  /** One for the whole file: a new one for each chunk is freed late, and takes as much again. */
  #room: Buffer = Buffer.allocUnsafeSlow(2 * CHUNK);
  /** The bytes in it that were read. */
  #buffer: Buffer = this.#room.subarray(0, 0);
  #base: number;
  #at = 0;

  /** Reads from `start` to `stop`, in bytes. */
  constructor(read: ReadBytes, start: number, stop: number) {
    this.#read = read;
    this.#base = start;
    this.#stop = stop;
  }

  /** The byte offset of the next value. */
  get offset(): number {
    return this.#base + this.#at;
  }

  /** The next byte that is no white space, which is not consumed, or END. */
  async next(): Promise<number> {
    for (;;) {
      for (; this.#at < this.#buffer.length; this.#at += 1) {
        const byte = this.#buffer[this.#at] ?? END;
        if (!SPACES.has(byte)) return byte;
      }
      if (!(await this.#more())) return END;
    }
  }

  /** Consumes the byte that `next` returned. */
  advance(): void {
    this.#at += 1;
  }

  /** Consumes a byte order mark. */
  async skipMark(): Promise<void> {
    await this.next();
    const start = this.#buffer.subarray(this.#at, this.#at + MARK.length);
    if (start.equals(MARK)) this.#at += MARK.length;
  }

  /**
   * The next value.
   * @throws BrokenExport
   */
  async value(path: string | null): Promise<unknown> {
    await this.next();
    const start = this.offset;
    const scan = new ValueScan();
    while (!scan.run(this.#buffer, this.#at)) {
      if (this.#buffer.length - this.#at > LONGEST_VALUE) {
        throw new BrokenExport('un registro ocupa más de 16 MB', start, path);
      }
      if (await this.#more()) continue;
      if (scan.endsWithFile) break;
      throw new BrokenExport(CUT_SHORT, this.#base + this.#buffer.length, path);
    }
    const bytes = this.#buffer.subarray(this.#at, this.#at + scan.length);
    this.#at += scan.length;
    return parse(bytes, start, path);
  }

  /** Drops consumed bytes and adds a chunk; false at the end. */
  async #more(): Promise<boolean> {
    const rest = this.#buffer.subarray(this.#at);
    const fits = rest.length + CHUNK <= this.#room.length;
    const room = fits ? this.#room : Buffer.allocUnsafeSlow(2 * this.#room.length);
    if (!fits || this.#at > 0) rest.copy(room);
    this.#room = room;
    this.#base += this.#at;
    this.#at = 0;
    const from = this.#base + rest.length;
    const end = rest.length + Math.min(CHUNK, this.#stop - from);
    const read = await this.#read(room.subarray(rest.length, end), from);
    this.#buffer = room.subarray(0, rest.length + read);
    return read > 0;
  }
}

/** Searches the end of a value, and continues where it stopped when there are more bytes. */
class ValueScan {
  /** Bytes from the beginning of the value to the scan position. */
  length = 0;
  #depth = 0;
  #inString = false;

  /** Only a number or a word may end at the end of the file. */
  get endsWithFile(): boolean {
    return this.length > 0 && this.#depth === 0 && !this.#inString;
  }

  /** Whether the value ends within the bytes, which begin at `start`. */
  run(bytes: Buffer, start: number): boolean {
    const end = bytes.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let at = start + this.length;
    let within = 0;
    let done = false;
    while (at < end && !done) {
      const byte = bytes[at];
      if (inString) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) {
          inString = false;
          done = depth === 0;
        } else if (within === LONG) {
          at = closingQuote(bytes, at);
          continue;
        } else within += 1;
      } else if (byte === QUOTE) {
        inString = true;
        within = 0;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) return this.#finish(at - start);
        depth -= 1;
        done = depth === 0;
      } else if (depth === 0 && endsWord(byte)) {
        return this.#finish(at - start);
      }
      at += 1;
    }
    this.#depth = depth;
    this.#inString = inString;
    this.length = at - start;
    return done;
  }

  #finish(length: number): true {
    this.length = length;
    return true;
  }
}

/** The end of the string around `from`; beyond the bytes, by one more if they split an escape. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    const stop = quote === -1 ? bytes.length : quote;
    let slashes = 0;
    while (bytes[stop - 1 - slashes] === BACKSLASH) slashes += 1;
    const isEscaped = slashes % 2 === 1;
    if (quote === -1) return isEscaped ? stop + 1 : stop;
    if (!isEscaped) return quote;
    at = quote + 1;
  }
}

function endsWord(byte: number | undefined): boolean {
  return byte === COMMA || byte === COLON || (byte !== undefined && SPACES.has(byte));
}

function parse(bytes: Buffer, offset: number, path: string | null): unknown {
  if (!isUtf8(bytes)) throw new BrokenExport('el texto no es UTF-8', offset, path);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BrokenExport('no es JSON válido', offset, path);
  }
}
