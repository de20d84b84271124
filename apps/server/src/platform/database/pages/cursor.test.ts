import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCursorCodec, scopeCursors } from './cursor.ts';

const codec = createCursorCodec('un secreto cualquiera');
const cursor = fc.record({
  sort: fc.string(),
  key: fc.string({ unit: 'binary' }),
  id: fc.string(),
});
const invalid = expect.objectContaining({ code: 'CURSOR_INVALID' });

test('a cursor is decoded as it was encoded, also by another process with the same secret', () => {
  const elsewhere = createCursorCodec('un secreto cualquiera');
  fc.assert(
    fc.property(cursor, (written) => {
      expect(elsewhere.decode(codec.encode(written), written.sort)).toEqual(written);
    }),
  );
});

test('an altered, shortened or lengthened cursor is rejected', () => {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat({ max: 3 }),
    add: fc.string({ maxLength: 3 }),
  });
  fc.assert(
    fc.property(cursor, change, (written, { at, remove, add }) => {
      const text = codec.encode(written);
      const position = at % (text.length + 1);
      const altered = text.slice(0, position) + add + text.slice(position + remove);
      fc.pre(altered !== text);
      expect(() => codec.decode(altered, written.sort)).toThrow(invalid);
    }),
    { numRuns: 2000 },
  );
});

test('any other text is rejected as CURSOR_INVALID', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => codec.decode(text, 'name')).toThrow(invalid);
    }),
    { numRuns: 1000 },
  );
});

test('a cursor of another order or under another secret is rejected', () => {
  const written = { sort: 'name', key: 'Ana', id: 'usr_1' };
  expect(() => codec.decode(codec.encode(written), '-name')).toThrow(invalid);
  const other = createCursorCodec('otro secreto');
  expect(() => codec.decode(other.encode(written), 'name')).toThrow(invalid);
});

test('a cursor of another list with an order of the same name is rejected', () => {
  const written = { sort: 'name', key: 'Ana', id: 'usr_1' };
  const patients = scopeCursors(codec, '/patients');
  const text = patients.encode(written);
  expect(patients.decode(text, 'name')).toEqual(written);
  expect(() => patients.decode(text, '-name')).toThrow(invalid);
  expect(() => scopeCursors(codec, '/doctors').decode(text, 'name')).toThrow(invalid);
});

test('T-F4: a cursor does not reveal its row, and is the same for the same position', () => {
  const written = { sort: 'name', key: 'Íñigo Núñez', id: 'usr_0123456789abcdef0123' };
  const text = codec.encode(written);
  expect(codec.encode(written)).toBe(text);
  const bytes = Buffer.from(text, 'base64url').toString('latin1');
  for (const part of ['igo', 'name', 'usr_', '0123456789', '['])
    for (const form of [text, bytes]) expect(form).not.toContain(part);
  const other = codec.encode({ ...written, key: 'Inigo Nunez' });
  expect(other.slice(0, 8)).not.toBe(text.slice(0, 8));
  expect(codec.encode({ ...written, key: 'Ana' })).toHaveLength(other.length);
});
