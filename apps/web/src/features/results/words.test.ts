import { expect, test } from 'vitest';
import { makeSet } from './testing/results.ts';
import { toStatusPill } from './words.ts';

test('E-10.3252: a validated sample that waits for a decision is not shown as valid', () => {
  const set = makeSet({
    status: 'validado',
    lacksSecondReading: false,
    waiting: { idReceived: 'rcv_1', reason: 'moved', values: [] },
  });
  expect(toStatusPill(set)).toEqual({ tone: 'amber', label: 'Validado, en espera' });
});
