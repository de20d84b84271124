import { expect, test } from 'vitest';
import { nearestFirst } from './page/nearest-first.ts';
import { patientStatus, statusButtons } from './patient-status.ts';

test('S-10: a patient status has its tag and tone, and anything else is Acciones', () => {
  expect(patientStatus(1)).toMatchObject({ tag: 'Registro', tone: 'azul' });
  expect(patientStatus(2)).toMatchObject({ tag: 'Test', tone: 'ciruela' });
  expect(patientStatus(3)).toMatchObject({ tag: 'Abordaje Gral', tone: 'ambar' });
  for (const other of [4, 0, 5, -1, 99, null]) {
    expect(patientStatus(other)).toMatchObject({ tag: 'Acciones', tone: 'verde' });
  }
});

test('S-9: the status buttons stand in their order with their names', () => {
  expect(statusButtons.map(({ value, label }) => [value, label])).toEqual([
    [0, 'Todos'],
    [1, 'Registro'],
    [2, 'Test'],
    [3, 'Abordaje'],
    [4, 'Acciones'],
  ]);
  expect(statusButtons[0]).not.toHaveProperty('dot');
});

test('appointments to come stand first, the next one foremost', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const at = (date: string | null) => ({ date });
  const sorted = nearestFirst(
    [
      at(null),
      at('2026-11-01T00:00:00Z'),
      at('2026-12-24T00:00:00Z'),
      at('2026-11-19T00:00:00Z'),
      at('2026-11-20T12:00:00Z'),
    ],
    ({ date }) => date,
    now,
  );
  expect(sorted.map(({ date }) => date)).toEqual([
    '2026-11-20T12:00:00Z',
    '2026-12-24T00:00:00Z',
    '2026-11-19T00:00:00Z',
    '2026-11-01T00:00:00Z',
    null,
  ]);
});
