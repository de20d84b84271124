import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonReader, LONGEST_VALUE, type ReadBytes } from './json-reader.ts';
import { type SourceItem, walkExport } from './walk-export.ts';

/** A file in memory, read in chunks of this many bytes. */
function inPieces(text: string | Uint8Array, length: number): { read: ReadBytes; size: number } {
  const bytes = Buffer.from(text);
  return {
    read: async (into, offset) =>
      bytes.copy(into, 0, offset, offset + Math.min(into.length, length)),
    size: bytes.length,
  };
}

async function walk(text: string | Uint8Array, length = 7): Promise<SourceItem[]> {
  const { read, size } = inPieces(text, length);
  const items: SourceItem[] = [];
  for await (const item of walkExport(read, size, new Set())) items.push(item);
  return items;
}

const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const layout = fc.constantFrom(undefined, '\t', 2);

test('the JSON reader reads what JSON.parse reads, for any chunk size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value),
      fc.dictionary(fc.string({ unit: 'binary' }), value),
      layout,
      fc.integer({ min: 1, max: 9 }),
      async (list, object, indent, length) => {
        const text = JSON.stringify({ users: list, medicalHistories: object }, null, indent);
        const whole = JSON.parse(text);
        const items = await walk(text, length);
        expect(items.map(({ list, key, value }) => ({ list, key, value }))).toEqual([
          ...whole.users.map((value: unknown) => ({ list: 'users', key: null, value })),
          ...Object.entries(whole.medicalHistories).map(([key, value]) => ({
            list: 'medicalHistories',
            key,
            value,
          })),
        ]);
      },
    ),
    { numRuns: 300 },
  );
});

test('the JSON reader finds the end of long texts with escapes, for any chunk size', async () => {
  const signs = fc.constantFrom('"', '\\', 'a', 'b', 'ñ', '\n', '}', ']');
  const long = fc.array(signs, { minLength: 20, maxLength: 300 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(long), fc.integer({ min: 20, max: 120 }), async (users, length) => {
      const items = await walk(JSON.stringify({ users }), length);
      expect(items.map(({ value }) => value)).toEqual(users);
    }),
    { numRuns: 300 },
  );
});

test('the JSON reader refuses a text that JSON.parse refuses', async () => {
  const text = JSON.stringify({
    users: [{ idUser: 'u', n: [1, -2.5e3, true, null] }],
    branches: [],
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: text.length - 1 }),
      fc.constantFrom('', ',', '"', '{', '}', '[', ']', ':', 'x', '\\', ' '),
      async (at, put) => {
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        const parsed = attempt(() => JSON.parse(broken));
        const walked = await walk(broken).then(
          () => true,
          () => false,
        );
        if (walked) expect(parsed).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});

function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

test('the JSON reader skips a byte order mark', async () => {
  expect(await walk('\ufeff{"users":[1]}')).toMatchObject([{ list: 'users', value: 1 }]);
});

test.each([
  ['the end is missing', '{"users":[{"name":"a"}', 'el archivo termina antes de tiempo', 22],
  ['a text has no end', '{"users":["abc', 'el archivo termina antes de tiempo', 14],
  ['the file is empty', '', 'el archivo termina antes de tiempo', 0],
  ['something follows', '{"users":[]} {}', 'hay algo después del final de la exportación', 13],
  ['a list comes twice', '{"users":[],"users":[]}', 'la lista users aparece dos veces', 20],
  ['a list is none', '{"users":7}', 'users no es una lista', 10],
  ['it is no object', '[1]', 'falta {', 0],
  ['a comma is missing', '{"users":[{} {}]}', 'falta ,', 13],
  ['a record is no JSON', '{"users":[{"a":x}]}', 'no es JSON válido', 10],
])('the JSON reader says where and why when %s', async (_, text, message, offset) => {
  await expect(walk(text)).rejects.toMatchObject({ name: 'BrokenExport', message, offset });
});

test('the JSON reader refuses invalid UTF-8', async () => {
  const latin = Buffer.from('{"users":["Iñigo"]}', 'latin1');
  await expect(walk(latin)).rejects.toMatchObject({
    message: 'el texto no es UTF-8',
    path: 'users[0]',
  });
});

test('the JSON reader refuses a record that is longer than the limit', async () => {
  let furthest = 0;
  const endless: ReadBytes = async (into, offset) => {
    furthest = Math.max(furthest, offset + into.length);
    into.fill('a');
    if (offset === 0) into.write('"');
    return into.length;
  };
  const reader = new JsonReader(endless, 0, Number.MAX_SAFE_INTEGER);
  await expect(reader.value('users[0]')).rejects.toThrow('un registro ocupa más de 16 MB');
  expect(furthest).toBeLessThan(LONGEST_VALUE * 1.1);
});

test('the JSON reader keeps at most a chunk and the present record in memory', async () => {
  const record = `{"idUser":"u","notes":"${'x'.repeat(1_000)}"},`;
  const size = 200_000_000;
  let asked = 0;
  let furthestAhead = 0;
  const read: ReadBytes = async (into, offset) => {
    asked = offset + into.length;
    const text = offset === 0 ? '{"users":[' : '';
    return into.write(text + record.repeat(Math.floor(into.length / record.length) - 1));
  };
  let items = 0;
  for await (const { position } of walkExport(read, size, new Set())) {
    furthestAhead = Math.max(furthestAhead, asked - position);
    items += 1;
    if (items === 20_000) break;
  }
  expect(items).toBe(20_000);
  expect(furthestAhead).toBeLessThan(1024 * 1024);
});
