/** A PDF that violates the syntax, so that readers would disagree about it. */
export class UnwalkablePdf extends Error {}

/** A value as far as the check needs it: strings and the like are `other`. */
export type PdfValue =
  | PdfName
  | PdfReference
  | number
  | 'null'
  | 'other'
  | readonly PdfValue[]
  | PdfDictionary;

/** `5 0 R`, of which only the number counts: the check looks at every generation of an object. */
interface PdfReference {
  readonly reference: number;
}

interface PdfName {
  readonly name: string;
}

export interface PdfDictionary {
  readonly entries: ReadonlyMap<string, PdfValue>;
  /** Whether a key is repeated: some readers take the first, some the last. */
  readonly isAmbiguous: boolean;
}

const REGULAR = '[^\\0\\t\\n\\f\\r ()<>\\[\\]{}/%]';
const SPACE = /(?:[\0\t\n\f\r ]|%[^\n\r]*)*/y;
const NAME = new RegExp(`/${REGULAR}*`, 'y');
const WORD = new RegExp(`${REGULAR}+`, 'y');
const HEX_STRING = /<[^<>]*>/y;
const NUMBER = /^(?:--?|\+)?(?:\d[\d-]*\.?[\d-]*|\.\d[\d-]*|\.?)$/;
/** Nesting levels of arrays and dictionaries. */
const DEEPEST = 100;

/**
 * Reads the dictionaries of a PDF strictly, one at a time: what it accepts, every reader reads in the
 * same way. The text has one character per byte.
 */
export class PdfSyntax {
  readonly #text: string;
  #position = 0;
  /** Characters read so far; nested dictionaries count several times. */
  lettersRead = 0;
  /** All names of the last dictionary, at any depth. */
  names = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The dictionary at an offset, or after blanks and comments there; null if there is none.
   * @throws UnwalkablePdf for a malformed dictionary
   */
  readDictionary(at: number): PdfDictionary | null {
    this.#position = at;
    this.names = new Set();
    this.#skip();
    if (!this.#take('<<')) return null;
    const dictionary = this.#restOfDictionary(0);
    this.lettersRead += this.#position - at;
    return dictionary;
  }

  /** The offset of the stream data after the dictionary, or null if no stream follows. */
  readStreamStart(): number | null {
    this.#skip();
    if (this.#match(WORD) !== 'stream') return null;
    const [line] = this.#text.slice(this.#position, this.#position + 2).match(/^\r?\n/) ?? [];
    if (line === undefined) throw new UnwalkablePdf();
    return this.#position + line.length;
  }

  #restOfDictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    let isAmbiguous = false;
    for (;;) {
      this.#skip();
      if (this.#take('>>')) return { entries, isAmbiguous };
      const { name } = this.#name();
      isAmbiguous ||= entries.has(name);
      entries.set(name, this.#value(depth + 1));
    }
  }

  #value(depth: number): PdfValue {
    if (depth > DEEPEST) throw new UnwalkablePdf();
    this.#skip();
    if (this.#take('<<')) return this.#restOfDictionary(depth);
    if (this.#take('[')) return this.#restOfArray(depth);
    if (this.#take('(')) return this.#restOfString();
    if (this.#match(HEX_STRING)) return 'other';
    if (this.#text[this.#position] === '/') return this.#name();
    const word = this.#match(WORD);
    if (word === undefined) throw new UnwalkablePdf();
    if (NUMBER.test(word)) return this.#numberOrReference(Number(word));
    if (word === 'null') return word;
    if (word === 'true' || word === 'false') return 'other';
    throw new UnwalkablePdf();
  }

  #restOfArray(depth: number): readonly PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.#skip();
      if (this.#take(']')) return items;
      items.push(this.#value(depth + 1));
    }
  }

  #restOfString(): 'other' {
    for (let open = 1; open > 0; this.#position += 1) {
      const letter = this.#text[this.#position];
      if (letter === undefined) throw new UnwalkablePdf();
      if (letter === '\\') this.#position += 1;
      else if (letter === '(') open += 1;
      else if (letter === ')') open -= 1;
    }
    return 'other';
  }

  #numberOrReference(number: number): number | PdfReference {
    const after = this.#position;
    this.#skip();
    if (Number.isInteger(number) && Number.isInteger(Number(this.#match(WORD) ?? Number.NaN))) {
      this.#skip();
      if (this.#match(WORD) === 'R') return { reference: number };
    }
    this.#position = after;
    return number;
  }

  #name(): PdfName {
    const written = this.#match(NAME);
    if (written === undefined) throw new UnwalkablePdf();
    const name = written
      .slice(1)
      .replaceAll(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    this.names.add(name);
    return { name };
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#position)) return false;
    this.#position += mark.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#position += found?.length ?? 0;
    return found;
  }
}
