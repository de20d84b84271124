import { recordId } from '@simiente/contract/common/ids';
import { Assembler } from 'stream-json/assembler.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { jsonVerifier, type VerifierError } from 'stream-json/utils/verifier.js';
import { BrokenExport } from '../findings.ts';
import { isSection } from '../kinds.ts';

export interface SourceItem {
  /** The list's name, which may be unknown. */
  readonly list: string;
  readonly index: number;
  /** Key of the element, if the list is an object. */
  readonly key: string | null;
  readonly value: unknown;
}

/** Maximum UTF-16 units of a record, which is read into memory completely. */
export const MAX_RECORD_LENGTH = 16 * 1024 * 1024;
const MAX_KEY_LENGTH = 60;
/** Invalid at any place of a JSON text, and longer than any lexeme that the verifier waits for. */
const INVALID = '\0'.repeat(32);

/** The position of an element: `users[7]`, `medicalHistories.usr_x`. */
export function describePosition({
  list,
  index,
  key,
}: Pick<SourceItem, 'list' | 'index' | 'key'>): string {
  if (key === null) return `${list}[${index}]`;
  if (recordId.safeParse(key).success) return `${list}.${key}`;
  return `${list}[${JSON.stringify(key.slice(0, MAX_KEY_LENGTH))}]`;
}

/**
 * Every element of every list of a JSON text.
 * @param lists receives the names of finished lists
 * @throws BrokenExport
 */
export async function* walkExport(
  text: AsyncIterable<string>,
  lists: Set<string>,
): AsyncGenerator<SourceItem, void> {
  const verify = jsonVerifier();
  const parse = jsonParser({ streamValues: false });
  const walk = new Walk(lists);
  let offset = 0;
  let length = 0;
  for await (const chunk of text) {
    const fault = findSyntaxError(verify, chunk);
    const valid = fault ? chunk.slice(0, Math.max(0, fault.offset - offset)) : chunk;
    const parsed = parse(valid);
    const tokens = typeof parsed === 'object' && 'values' in parsed ? parsed.values : [];
    offset += chunk.length;
    length += chunk.length;
    for (const token of tokens) {
      const item = walk.take(token);
      if (!item) continue;
      length = 0;
      yield item;
    }
    if (fault) throw new BrokenExport('no es JSON válido', walk.path, fault);
    if (length > MAX_RECORD_LENGTH) {
      throw new BrokenExport('un registro ocupa más de 16 MB', walk.path);
    }
  }
  if (walk.isDone) return;
  const end = findSyntaxError(verify, INVALID);
  throw new BrokenExport('el archivo termina antes de tiempo', walk.path, end);
}

function findSyntaxError(verify: ReturnType<typeof jsonVerifier>, text: string) {
  try {
    verify(text);
    return null;
  } catch (error) {
    return error as VerifierError;
  }
}

/** Follows the tokens of an export, and assembles one element at a time. */
class Walk {
  isDone = false;
  readonly #lists: Set<string>;
  readonly #names = new Set<string>();
  readonly #element = new Assembler();
  #isOpen = false;
  #list: string | null = null;
  /** The closing token of the list under way. */
  #close: 'endArray' | 'endObject' | null = null;
  #index = 0;
  #key: string | null = null;

  constructor(lists: Set<string>) {
    this.#lists = lists;
  }

  /** The element or list under way. */
  get path(): string | null {
    const list = this.#list;
    if (list === null || this.#close === null) return list;
    if (this.#close === 'endObject' && this.#key === null) return list;
    return describePosition({ list, index: this.#index, key: this.#key });
  }

  /** @returns the element that ends with this token */
  take(token: Token): SourceItem | null {
    if (this.#close !== null) return this.#takeInList(token);
    if (!this.#isOpen) {
      if (token.name !== 'startObject') throw new BrokenExport('falta {', null);
      this.#isOpen = true;
    } else if (token.name === 'endObject') this.isDone = true;
    else if (token.name === 'keyValue') this.#startList(token.value);
    else if (token.name === 'startArray' || token.name === 'startObject') {
      this.#close = token.name === 'startArray' ? 'endArray' : 'endObject';
      this.#index = 0;
    } else this.#takeScalar(token);
    return null;
  }

  #takeInList(token: Token): SourceItem | null {
    const list = this.#list ?? '';
    if (this.#element.done && token.name === this.#close) {
      this.#close = null;
      this.#list = null;
      this.#lists.add(list);
      return null;
    }
    if (this.#element.done && token.name === 'keyValue') {
      this.#key = token.value;
      return null;
    }
    this.#element.consume(token);
    if (!this.#element.done) return null;
    const item = { list, index: this.#index, key: this.#key, value: this.#element.current };
    this.#index += 1;
    this.#key = null;
    return item;
  }

  #startList(name: string): void {
    if (this.#names.has(name)) throw new BrokenExport(`la lista ${name} aparece dos veces`, null);
    this.#names.add(name);
    this.#list = name;
  }

  /** Rejects a known list whose value is a scalar, except null, which stands for a missing list. */
  #takeScalar({ name }: Token): void {
    const list = this.#list ?? '';
    if (isSection(list) && name !== 'nullValue') {
      throw new BrokenExport(`${list} no es una lista`, list);
    }
    this.#lists.add(list);
    this.#list = null;
  }
}
