import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordId } from '../common/ids.ts';
import { filePath } from '../common/paths.ts';

test('the path of a file depends only on its id', () => {
  expect(filePath('file_1a-2b.3')).toBe('/v1/files/file_1a-2b.3');
});

test('no id has a path outside the folder of files', () => {
  const id = fc
    .oneof(fc.stringMatching(/^[\w.:@-]{1,8}$/), fc.string({ minLength: 1, maxLength: 8 }))
    .filter((text) => recordId.safeParse(text).success);
  fc.assert(
    fc.property(id, (text) => {
      const { pathname, search, hash } = new URL(filePath(text), 'https://simiente.example');
      expect(decodeURIComponent(pathname)).toBe(`/v1/files/${text}`);
      expect(search + hash).toBe('');
    }),
    { numRuns: 1000 },
  );
});

test.each(['', '.', '..', 'a b', 'a/b', 'ñ', 'a\n', '%2e', 'x'.repeat(129)])(
  'the path of a file rejects %j as an id',
  (text) => {
    expect(recordId.safeParse(text).success).toBe(false);
  },
);
