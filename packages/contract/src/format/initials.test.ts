import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Alejandro Villaseñor Rojas', 'AV'],
  ['Dr Ignacio Ferrer Lozano', 'IF'],
  ['Dra. Renata Olvera', 'RO'],
  ['óscar hinojosa', 'ÓH'],
  ['Luis Ángel Cordero', 'LÁ'],
  ['Mariana', 'M'],
  ['Dr', 'D'],
  ['  Ana   (María)  ', 'AM'],
  ['<script>alert(1)</script>', 'S'],
  ['', ''],
  ['— …', ''],
])('the initials of «%s» are «%s»', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
