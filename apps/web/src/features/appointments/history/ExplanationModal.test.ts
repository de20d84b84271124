import { expect, test } from 'vitest';
import { splitExplanation } from './ExplanationModal.tsx';

test.each([
  ['a blank line', '**Receta**\n\nVitamina E.\nCoenzima Q10.'],
  ['a blank line with spaces in it', '**Receta**\n  \t\nVitamina E.\nCoenzima Q10.'],
  ['a line of hyphens', '**Receta**\n---\nVitamina E.\nCoenzima Q10.'],
  ['hyphens within a line', '**Receta** --- Vitamina E.\nCoenzima Q10.'],
  ['both, one after the other', '**Receta**\n\n---\n\nVitamina E.\nCoenzima Q10.'],
  ['line ends of Windows', '**Receta**\r\n\r\nVitamina E.\r\nCoenzima Q10.\r\n'],
  ['line ends of old Macs', '**Receta**\r\rVitamina E.\rCoenzima Q10.'],
  ['blank lines before everything', '\n\n**Receta**\n\nVitamina E.\nCoenzima Q10.\n\n'],
  ['hyphens before everything', '---\n**Receta**\n---\nVitamina E.\nCoenzima Q10.\n---'],
  ['bold marks of the other kind', '__Receta__\n\nVitamina E.\nCoenzima Q10.'],
  ['a bold mark that is never closed', '**Receta\n\nVitamina E.\nCoenzima Q10.'],
])('a text is split at %s', (_separator, text) => {
  expect(splitExplanation(text)).toEqual({
    heading: 'Receta',
    lines: ['Vitamina E.', 'Coenzima Q10.'],
  });
});

test('E-2.94: only the first separator splits heading and lines', () => {
  expect(splitExplanation('**Estudios**\n\nCariotipo.\n\nEntregar antes.\n---\nFin')).toEqual({
    heading: 'Estudios',
    lines: ['Cariotipo.', 'Entregar antes.', 'Fin'],
  });
  expect(splitExplanation('Título\n---\nUno\n\nDos')).toEqual({
    heading: 'Título',
    lines: ['Uno', 'Dos'],
  });
});

test('E-2.95: a heading of several lines is joined', () => {
  expect(splitExplanation('**Ajuste\nde dosis**\n\nUno')).toEqual({
    heading: 'Ajuste de dosis',
    lines: ['Uno'],
  });
});

test('C4, E-10.1004: without a separator a text has no heading', () => {
  expect(splitExplanation('Texto sin separador: continuar.')).toEqual({
    heading: null,
    lines: ['Texto sin separador: continuar.'],
  });
  expect(splitExplanation('**Receta: antioxidantes**')).toEqual({
    heading: null,
    lines: ['Receta: antioxidantes'],
  });
  expect(splitExplanation('Receta\n\n')).toEqual({ heading: null, lines: ['Receta'] });
  expect(splitExplanation('Uno\nDos')).toEqual({ heading: null, lines: ['Uno', 'Dos'] });
});

test('E-2.96: lines keep their own hyphens and asterisks, and lose bold marks', () => {
  expect(splitExplanation('R\n\n- **Dosis:** 1 * 2 tabletas -- noche').lines).toEqual([
    '- Dosis: 1 * 2 tabletas -- noche',
  ]);
});

test.each(['', '   ', '\n\n', '---', '****'])('of «%s» nothing remains', (text) => {
  expect(splitExplanation(text)).toEqual({ heading: null, lines: [] });
});

test('a long run of spaces is parsed in linear time', () => {
  const text = `Receta${' \n'.repeat(50_000)}x`;
  expect(splitExplanation(text)).toEqual({ heading: 'Receta', lines: ['x'] });
});
