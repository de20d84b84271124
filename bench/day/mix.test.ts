import { expect, test } from 'vitest';
import type { Sample } from '../sample.ts';
import { dayCalls, dayRequests } from './mix.ts';

const sample: Sample = {
  patientIds: ['usr_1', 'usr_2', 'usr_3'],
  doctorIds: ['doc_1', 'doc_2'],
  changeable: ['usr_1'],
  partnerIds: ['arrayan'],
  phoneFragment: '0123 4567',
  deepCursor: null,
};

test('a day has the shares of the ten calls in each hundred requests', () => {
  const paths = dayRequests(sample, 100).map(({ path }) => path.split('?')[0]);
  const expected = dayCalls.flatMap((call) =>
    Array.from({ length: call.share }, () => call.request(sample, 0).path.split('?')[0]),
  );
  expect(expected).toHaveLength(100);
  expect(paths.toSorted()).toEqual(expected.toSorted());
});

test('reads and writes are mixed: no twenty consecutive requests are all reads', () => {
  const methods = dayRequests(sample, 400).map(({ method }) => method);
  for (let from = 0; from + 20 <= methods.length; from += 1) {
    expect(new Set(methods.slice(from, from + 20)).size).toBeGreaterThan(1);
  }
});

test('no two appointments use the same time of a doctor', () => {
  const taken = dayRequests(sample, 20_000)
    .filter(({ path }) => path === '/v1/doctor/create_appointment')
    .map(({ body }) => {
      const { idDoctor, date } = JSON.parse(body ?? '');
      return `${idDoctor} ${date}`;
    });
  expect(taken.length).toBe(1_000);
  expect(new Set(taken).size).toBe(taken.length);
});
