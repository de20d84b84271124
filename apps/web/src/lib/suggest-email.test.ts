import { expect, test } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

test.each([
  ['ana@hotmial.com', 'ana@hotmail.com'],
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@yaho.com.mx', 'ana@yahoo.com.mx'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['ana@outloook.es', 'ana@outlook.es'],
  ['Ana.Ríos+citas@GMIAL.COM ', 'Ana.Ríos+citas@gmail.com'],
  ['ana@gmail.com', undefined],
  ['ana@yahoo.com.mx', undefined],
  ['ana@ymail.com', undefined],
  ['ana@outlook.de', undefined],
  ['ana@clinica.example', undefined],
  ['ana@', undefined],
  ['gmial.com', undefined],
  ['', undefined],
])('E-10.3421: the suggestion for the typed address %j is %j', (typed, suggested) => {
  expect(suggestEmail(typed)).toBe(suggested);
});
