import { expect, test } from 'vitest';
import { findPreset, listPresets } from '../../ui/dates/DateRange.tsx';

test('presets end today, except for last month', () => {
  const periods = listPresets('2026-03-05').map(({ label, period }) => [
    label,
    period.start,
    period.end,
  ]);
  expect(periods).toEqual([
    ['Hoy', '2026-03-05', '2026-03-05'],
    ['Últimos 7 días', '2026-02-27', '2026-03-05'],
    ['Últimos 30 días', '2026-02-04', '2026-03-05'],
    ['Últimas 13 semanas', '2025-12-05', '2026-03-05'],
    ['Este mes', '2026-03-01', '2026-03-05'],
    ['Mes pasado', '2026-02-01', '2026-02-28'],
    ['Este año', '2026-01-01', '2026-03-05'],
  ]);
});

test('a period has the name of the first preset with its days', () => {
  expect(findPreset({ start: '2026-02-01', end: '2026-02-28' }, '2026-03-05')).toBe('Mes pasado');
  expect(findPreset({ start: '2026-01-01', end: '2026-01-01' }, '2026-01-01')).toBe('Hoy');
  expect(findPreset({ start: '2026-02-01', end: '2026-02-27' }, '2026-03-05')).toBeUndefined();
});
