import { expect, test } from 'vitest';
import { menuPages as pagesFor } from './sections.ts';

const menuPages = pagesFor(() => true);

test('E-10.201: the search leads to the clinic’s agenda and to the waiting prescriptions', () => {
  const paths = menuPages.map(({ to }) => to);
  expect(paths).toContain('/medicos?vista=agenda');
  expect(paths).toContain('/home/recetas');
});

test('E-10.202: no two pages have the same key', () => {
  const letters = menuPages.flatMap(({ letter }) => letter ?? []);
  expect(letters).toHaveLength(menuPages.length);
  expect(new Set(letters).size).toBe(letters.length);
});
