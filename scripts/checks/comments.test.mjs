import { expect, it } from 'vitest';
import { findObscureComments } from './comments.mjs';

it.each([
  ['/** Of the file. */', '1: Of the file. '],
  ['\n// By which it is found.', '2: By which it is found.'],
  ['/*\n * A text that is\n * none.\n */', '1: A text that is none. '],
])('the check of comments rejects %j', (source, fault) => {
  expect(findObscureComments(source, 'a.ts')).toEqual([fault]);
});

it('the check of comments accepts sentences with a subject, strings, and lines that continue a comment', () => {
  const source = `// Size\n// Of the file.\nconst text = '// Of the file';`;
  expect(findObscureComments(source, 'a.ts')).toEqual([]);
});
