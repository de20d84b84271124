import { recordId } from '@simiente/contract/common/ids';
import { BrokenExport, CUT_SHORT } from '../errors.ts';
import { isSection } from '../kinds.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  END,
  JsonReader,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  type ReadBytes,
} from './json-reader.ts';

/** One element of a list of the export. */
export interface SourceItem {
  /** The list's name, which may be unknown. */
  readonly list: string;
  readonly index: number;
  /** Its key, if the list is an object. */
  readonly key: string | null;
  readonly value: unknown;
  /** Bytes read so far. */
  readonly position: number;
}

const LONGEST_KEY = 60;

/** The position of an element: `users[7]`, `medicalHistories.usr_x`. */
export function placeOf({ list, index, key }: Pick<SourceItem, 'list' | 'index' | 'key'>): string {
  if (key === null) return `${list}[${index}]`;
  if (recordId.safeParse(key).success) return `${list}.${key}`;
  return `${list}[${JSON.stringify(key.slice(0, LONGEST_KEY))}]`;
}

/**
 * Every element of every list of the file; the names of finished lists are added to `lists`.
 * @throws BrokenExport
 */
export async function* walkExport(
  read: ReadBytes,
  size: number,
  lists: Set<string>,
): AsyncGenerator<SourceItem, void> {
  const reader = new JsonReader(read, 0, size);
  await reader.skipMark();
  await expect(reader, OPEN_OBJECT, null);
  for (let first = true; await another(reader, CLOSE_OBJECT, first, null); first = false) {
    const name = await takeKey(reader, null);
    if (lists.has(name)) fail(reader, `la lista ${name} aparece dos veces`, null);
    const opening = await reader.next();
    if (opening === OPEN_LIST || opening === OPEN_OBJECT) yield* walkList(reader, name);
    else await takeNoList(reader, name);
    lists.add(name);
  }
  if ((await reader.next()) !== END)
    fail(reader, 'hay algo después del final de la exportación', null);
}

async function* walkList(reader: JsonReader, list: string): AsyncGenerator<SourceItem, void> {
  const keyed = (await reader.next()) === OPEN_OBJECT;
  const close = keyed ? CLOSE_OBJECT : CLOSE_LIST;
  reader.advance();
  for (let index = 0; await another(reader, close, index === 0, list); index += 1) {
    const key = keyed ? await takeKey(reader, list) : null;
    const value = await reader.value(placeOf({ list, index, key }));
    yield { list, index, key, value, position: reader.offset };
  }
}

/** A missing list may be null; anything else in its place is not an export. */
async function takeNoList(reader: JsonReader, name: string): Promise<void> {
  const value = await reader.value(name);
  if (isSection(name) && value !== null) fail(reader, `${name} no es una lista`, name);
}

/** Skips the separator before an element, or the bracket after the last one. */
async function another(
  reader: JsonReader,
  close: number,
  first: boolean,
  path: string | null,
): Promise<boolean> {
  const byte = await reader.next();
  if (byte === close) {
    reader.advance();
    return false;
  }
  if (byte === END) fail(reader, CUT_SHORT, path);
  if (!first) await expect(reader, COMMA, path);
  return true;
}

async function takeKey(reader: JsonReader, path: string | null): Promise<string> {
  if ((await reader.next()) !== QUOTE) fail(reader, 'falta una clave', path);
  const key = await reader.value(path);
  await expect(reader, COLON, path);
  return String(key);
}

async function expect(reader: JsonReader, byte: number, path: string | null): Promise<void> {
  const next = await reader.next();
  if (next === END) fail(reader, CUT_SHORT, path);
  if (next !== byte) fail(reader, `falta ${String.fromCharCode(byte)}`, path);
  reader.advance();
}

function fail(reader: JsonReader, message: string, path: string | null): never {
  throw new BrokenExport(message, reader.offset, path);
}
