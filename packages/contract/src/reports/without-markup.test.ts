import { expect, test } from 'vitest';
import { withoutMarkup } from './without-markup.ts';

test('E-10.700: a text with headings, emphasis, items, HTML and citations is reduced to its words, line by line', () => {
  const text = [
    '# Mi Test de Fertilidad',
    '',
    '**Volumen:** 5.3 ml【4:7†source】. Más de lo _habitual_ 【4:1†guia_OMS_2021.pdf】【5:2†source】.',
    '- Repite el `seminograma` en tres meses',
    '1. Evita el calor. [Ver guía](https://example.org/guia)',
    '---',
    '<p>Refieres <b>14 meses</b> &mdash; con ti&eacute;mpo &ge; 12.</p>',
    'Fin',
  ].join('\n');
  expect(withoutMarkup(text)).toBe(
    [
      'Mi Test de Fertilidad',
      '',
      'Volumen: 5.3 ml. Más de lo habitual.',
      'Repite el seminograma en tres meses',
      '1. Evita el calor. Ver guía',
      '',
      'Refieres 14 meses — con tiémpo ≥ 12.',
      '',
      'Fin',
    ].join('\n'),
  );
});

test('E-10.700: a text without markup is returned unchanged, byte for byte', () => {
  for (const text of [
    '\uFEFF  Línea\r\n\tcon sangría\u00A0 y  espacios\n\n\n\n',
    'FSH <LOQ y >12 UI/L, 3 < 5, p<0.05, a_b, x_1 y x_2, 2*3*4 células, p* y q, 5 % & más',
    'Grado [II] de varicocele (izquierdo) #1',
  ]) {
    expect(withoutMarkup(text)).toBe(text);
  }
});

test('loose marks in a long text are processed quickly, and stay', () => {
  for (const mark of ['**a ', '*a ', '_a ', '[a ', '`a', '【', '<p "', '    ']) {
    const text = `x${mark.repeat(20_000)}x`;
    expect(withoutMarkup(text).length).toBeGreaterThan(20_000);
  }
});
