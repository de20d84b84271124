import { expect, test } from 'vitest';
import { prospectLook, statusChoice, statusOptions } from './prospect-status.ts';

test.each([
  ['pending', 'Pendiente', 'naranja'],
  ['contacted', 'Contactado', 'azul'],
  ['converted', 'Convertido', 'verde'],
  ['rejected', 'Rechazado', 'rojo'],
  ['archivado', 'Sin estado', 'neutral'],
  ['Pending', 'Sin estado', 'neutral'],
  ['', 'Sin estado', 'neutral'],
  [null, 'Sin estado', 'neutral'],
])('S-11: the status %j is %s in %s', (status, label, tone) => {
  expect(prospectLook(status)).toEqual({ label, tone });
});

test('E-4.10: a form offers the four, and begins as Pendiente where there is none of them', () => {
  expect(statusOptions.map(({ value }) => value)).toEqual([
    'pending',
    'contacted',
    'converted',
    'rejected',
  ]);
  expect(['rejected', 'archivado', null].map(statusChoice)).toEqual([
    'rejected',
    'pending',
    'pending',
  ]);
});
