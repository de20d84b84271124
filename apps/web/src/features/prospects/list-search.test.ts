import { expect, test } from 'vitest';
import { readProspectsSearch } from './list-search.ts';

const NOTHING = { estado: undefined, orden: undefined, vista: undefined, prospecto: undefined };

test('reads what the address holds', () => {
  const search = { estado: 'none', orden: '-motivo', vista: 'tablero', prospecto: 'prs_1' };
  expect(readProspectsSearch(search)).toEqual(search);
});

test('an id of digits alone is a number in the address, and an id all the same', () => {
  expect(readProspectsSearch({ prospecto: 123 }).prospecto).toBe('123');
});

test.each([
  [{}],
  [{ estado: 'archivado', orden: 'mail', vista: 'lista', prospecto: '../x' }],
  [{ estado: 0, orden: null, vista: true, prospecto: {} }],
  [{ estado: ['pending'], orden: {}, vista: 'tabla', prospecto: '' }],
  [{ prospecto: 'x'.repeat(200), estado: '__proto__' }],
])('E-10.104: %j is as good as none', (search) => {
  expect(readProspectsSearch(search)).toEqual(NOTHING);
});
