import { expect, test } from 'vitest';
import type { ResultSet, ResultValue } from '../../results/calls.ts';
import { defaultSet, defaultValue } from '../../results/testing/result-set.ts';
import { toQuotableResults } from './quotable-result.ts';

const value = (analyte: string, number: string | null, more: Partial<ResultValue> = {}) =>
  defaultValue({ analyte, value: number, unit: '%', ...more });

const set = (more: Partial<ResultSet>) => defaultSet({ whoEdition: 6, ...more });

test('a report may quote results newest first, with the abstinence, without texts and withdrawn ones', () => {
  const earlier = set({
    collectedAt: '2026-01-02T15:00:00.000Z',
    laboratory: null,
    values: [value('vitality', '58')],
  });
  const newest = set({
    abstinenceDays: '3',
    values: [
      value('vitality', '60'),
      value('colour', null, { text: 'Gris' }),
      value('pellet', null, { choice: 'none' }),
      value('immotile', '99', { withdrawn: true }),
    ],
  });
  expect(
    toQuotableResults([earlier, newest]).map((one) => [
      one.analyte,
      'value' in one ? one.value : one.choice,
      one.laboratory,
    ]),
  ).toEqual([
    ['vitality', '60', 'Lab Piedra de Río'],
    ['pellet', 'none', 'Lab Piedra de Río'],
    ['abstinence', '3', 'Lab Piedra de Río'],
    ['vitality', '58', null],
  ]);
});
