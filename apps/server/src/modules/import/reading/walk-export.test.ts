import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_RECORD_LENGTH, type SourceItem, walkExport } from './walk-export.ts';

async function* splitText(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function walk(text: string, length = 7): Promise<SourceItem[]> {
  return collectItems(splitText(text, length));
}

async function collectItems(text: AsyncIterable<string>): Promise<SourceItem[]> {
  const items: SourceItem[] = [];
  for await (const item of walkExport(text, new Set())) items.push(item);
  return items;
}

const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

test('every element of every list equals the result of JSON.parse, in pieces of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value),
      fc.dictionary(fc.string({ unit: 'binary' }), value),
      fc.constantFrom(undefined, '\t', 2),
      fc.integer({ min: 1, max: 9 }),
      async (list, object, indent, length) => {
        const text = JSON.stringify({ users: list, medicalHistories: object }, null, indent);
        const whole = JSON.parse(text);
        expect(await walk(text, length)).toEqual([
          ...whole.users.map((value: unknown, index: number) => ({
            list: 'users',
            index,
            key: null,
            value,
          })),
          ...Object.entries(whole.medicalHistories).map(([key, value], index) => ({
            list: 'medicalHistories',
            index,
            key,
            value,
          })),
        ]);
      },
    ),
    { numRuns: 100 },
  );
});

test.each([
  [
    'the end is missing',
    '{"users":[{"name":"a"}',
    'el archivo termina antes de tiempo',
    'users[1]',
  ],
  ['a text has no end', '{"users":["abc', 'el archivo termina antes de tiempo', 'users[0]'],
  ['the file is empty', '', 'el archivo termina antes de tiempo', null],
  ['something follows', '{"users":[]}     {}', 'no es JSON válido', null],
  ['a list comes twice', '{"users":[],"users":[]}', 'la lista users aparece dos veces', null],
  ['a list is none', '{"users":7}', 'users no es una lista', 'users'],
  ['it is no object', '[1]', 'falta {', null],
  [
    'a record is no JSON',
    '{"branches":{"a":1,"usr_1": {"a":x}}}',
    'no es JSON válido',
    'branches.usr_1',
  ],
])('a broken export is rejected with its position when %s', async (_, text, message, path) => {
  await expect(walk(text)).rejects.toMatchObject({ name: 'BrokenExport', message, path });
});

test('a record longer than the limit is rejected before it is read completely', async () => {
  const piece = 'a'.repeat(1024 * 1024);
  let read = 0;
  async function* endless() {
    yield '{"users":["';
    for (;;) {
      read += piece.length;
      yield piece;
    }
  }
  await expect(collectItems(endless())).rejects.toMatchObject({
    message: 'un registro ocupa más de 16 MB',
    path: 'users[0]',
  });
  expect(read).toBeLessThan(MAX_RECORD_LENGTH * 1.1);
});
