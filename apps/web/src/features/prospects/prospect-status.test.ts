import { expect, test } from 'vitest';
import {
  prospectStatus,
  statusChoice,
  statusOptions,
  statusOptionsWith,
} from './prospect-status.tsx';

test.each([
  ['pending', 'Pendiente', 'orange'],
  ['contacted', 'Contactado', 'blue'],
  ['converted', 'Convertido', 'green'],
  ['rejected', 'Rechazado', 'red'],
  ['archivado', 'Sin estado (archivado)', 'neutral'],
  ['Pending', 'Sin estado (Pending)', 'neutral'],
  ['', 'Sin estado', 'neutral'],
  [null, 'Sin estado', 'neutral'],
])('S-11: the status %j is %s in %s', (status, label, tone) => {
  expect(prospectStatus(status)).toEqual({ label, tone });
});

test('E-10.206: a form offers an unknown status if the prospect has it', () => {
  expect(statusOptionsWith('archivado').map(({ label }) => label)).toEqual([
    'Sin estado (archivado)',
    'Pendiente',
    'Contactado',
    'Convertido',
    'Rechazado',
  ]);
  expect(statusOptionsWith(null)).toBe(statusOptions);
});

test('E-4.10: the form of a prospect offers four statuses, and defaults to Pendiente', () => {
  expect(statusOptions.map(({ value }) => value)).toEqual([
    'pending',
    'contacted',
    'converted',
    'rejected',
  ]);
  expect(['rejected', 'archivado', null].map(statusChoice)).toEqual([
    'rejected',
    'archivado',
    'pending',
  ]);
});
