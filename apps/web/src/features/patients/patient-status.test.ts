import { expect, test } from 'vitest';
import { nearestFirst, patientStatus, statusButtons } from './patient-status.ts';

test('S-10: a patient status has its tag and tone, and any other value is Acciones', () => {
  expect(patientStatus(1)).toMatchObject({ tag: 'Registro', tone: 'blue' });
  expect(patientStatus(2)).toMatchObject({ tag: 'Test', tone: 'plum' });
  expect(patientStatus(3)).toMatchObject({ tag: 'Abordaje Gral', tone: 'amber' });
  for (const other of [4, 0, 5, -1, 99, null]) {
    expect(patientStatus(other)).toMatchObject({ tag: 'Acciones', tone: 'green' });
  }
});

test('S-9: the status buttons have their order and names', () => {
  expect(statusButtons.map(({ value, label }) => [value, label])).toEqual([
    [0, 'Todos'],
    [1, 'Registro'],
    [2, 'Test'],
    [3, 'Abordaje'],
    [4, 'Acciones'],
  ]);
  expect(statusButtons[0]).not.toHaveProperty('dot');
});

test('E-10.1489: future appointments come first, the next one at the top, and cancelled ones last', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const at = (date: string | null, status = 'pending') => ({ date, status });
  const sorted = nearestFirst(
    [
      at('2026-12-01T00:00:00Z', 'cancelled'),
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
    '2026-12-01T00:00:00Z',
  ]);
});
