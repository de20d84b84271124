import { expect, test } from 'vitest';
import { prospectsSearch } from './prospects-search.ts';

const read = (search: object) => prospectsSearch.route.validateSearch(search as never);

test('the search of prospects is read from the parameters of a URL', () => {
  const search = { estado: 'none', orden: '-motivo', vista: 'tablero', prospecto: 'prs_1' };
  expect(read(search)).toEqual(search);
});

test('an id of only digits, parsed as a number, is an id', () => {
  expect(read({ prospecto: 123 }).prospecto).toBe('123');
});

test.each([
  [{}],
  [{ estado: 'archivado', orden: 'mail', vista: 'lista', prospecto: '../x' }],
  [{ estado: 0, orden: null, vista: true, prospecto: {} }],
  [{ estado: ['pending'], orden: {}, vista: 'tabla', prospecto: '' }],
  [{ prospecto: 'x'.repeat(200), estado: '__proto__' }],
])('E-10.104: the invalid parameters %j are ignored', (search) => {
  expect(read(search)).toEqual(prospectsSearch.initial);
});
