import { expect, test } from 'vitest';
import { reportParagraphs } from './ReportStates.tsx';

test('E-2.82, E-2.83: a report has one paragraph for each line, without blank lines', () => {
  expect(reportParagraphs('Uno.\n\n   \nDos.\nTres.\n')).toEqual(['Uno.', 'Dos.', 'Tres.']);
  expect(reportParagraphs('')).toEqual([]);
  expect(reportParagraphs(' \n\t\n')).toEqual([]);
});

test('E-2.80: Markdown markers are removed and their text stays', () => {
  expect(
    reportParagraphs(
      '## Resumen de tu estudio\n**Volumen:** 5.3 ml\n- Morfología normal: 5.3 %\n* Vitalidad: 60 %\n\n_no sustituye_ una consulta. [Ver guía](https://example.org/guia)\n\n---\n`FSH`',
    ),
  ).toEqual([
    'Resumen de tu estudio',
    'Volumen: 5.3 ml',
    'Morfología normal: 5.3 %',
    'Vitalidad: 60 %',
    'no sustituye una consulta. Ver guía',
    'FSH',
  ]);
});

test('the number of a step stays, because an order may be part of the treatment', () => {
  expect(reportParagraphs('1. Evita el calor.\n2. Repite el estudio.')).toEqual([
    '1. Evita el calor.',
    '2. Repite el estudio.',
  ]);
});

test('E-2.81: citation markers are removed', () => {
  expect(
    reportParagraphs(
      'Volumen: 5.3 ml【4:7†source】. Más【4:1†guia_OMS_2021.pdf】 y [4:2†source] fin',
    ),
  ).toEqual(['Volumen: 5.3 ml. Más y fin']);
});

test('E-2.80: HTML becomes its text, without scripts, styles and embedded objects', () => {
  expect(
    reportParagraphs(
      '<p>La <b>movilidad progresiva</b> fue de 32 % &mdash; referencia &ge; 30 %.</p>Fin<br>otra<script>alert(1)</script><img src=x onerror="alert(1) > 2"><style>p{}</style><!-- nota -->',
    ),
  ).toEqual(['La movilidad progresiva fue de 32 % — referencia ≥ 30 %.', 'Fin', 'otra']);
});

test('E-2.84: clinical signs that look like markup stay', () => {
  for (const text of [
    'FSH <LOQ y >12 UI/L',
    '3 < 5',
    'a_b',
    'p<0.05',
    '2*3*4 células',
    '>12 UI/L',
    'Rango 1.5-12.4 & más',
    'Recuento <1 millón/ml',
    'x_1 y x_2',
  ]) {
    expect(reportParagraphs(text)).toEqual([text]);
  }
});

test('a table in a report becomes lines', () => {
  expect(reportParagraphs('| Dato | Valor |\n|---|---|\n| FSH | 12 |')).toEqual([
    'Dato · Valor',
    'FSH · 12',
  ]);
});

test('no paragraph is empty, no report throws, and no part of a marker is left', () => {
  const samples = [
    '<',
    '<<<>>>',
    '【',
    '[](',
    '**',
    '</p>',
    '<p',
    '&',
    '&#x0;',
    '- ',
    '#',
    '|',
    '\u0000',
  ];
  for (const first of samples) {
    for (const second of samples) {
      for (const paragraph of reportParagraphs(`${first}a ${second}\n${second}`)) {
        expect(paragraph.trim()).not.toBe('');
      }
    }
  }
});
