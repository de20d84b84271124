import { expect, test } from 'vitest';
import { calls, mixedReads } from './calls.ts';
import type { Sample } from './sample.ts';

const sample: Sample = {
  patientIds: ['usr_1', 'usr_2'],
  changeable: [
    ['usr_3', 'usr_4'],
    ['usr_5', 'usr_6'],
  ],
  partnerIds: ['arrayan'],
  doctorIds: ['doc_1'],
  phoneFragment: '0123 4567',
};
const namesOf = (body: string | undefined) => JSON.parse(body ?? '{}');

test('a change of status always gives patients another one, however often it repeats', () => {
  const change = calls.find(({ name }) => name === 'status change');
  const requests = change?.requests(sample, 'product') ?? [];
  const had = new Map<string, number>();
  for (const { body } of [...requests, ...requests, ...requests]) {
    const { idUsers, status } = namesOf(body);
    expect(had.get(idUsers[0])).not.toBe(status);
    had.set(idUsers[0], status);
  }
  expect([...had.keys()]).toEqual(['usr_3', 'usr_4']);
});

test('the limit and the product change different patients', () => {
  const changed = (side: 'product' | 'limit') =>
    calls.flatMap((call) =>
      call.requests(sample, side).flatMap(({ body }) => {
        if (!body) return [];
        const { idUsers, idUser } = namesOf(body);
        return idUsers ?? [idUser];
      }),
    );
  const theirs = new Set(changed('limit'));
  expect(changed('product').filter((id) => theirs.has(id))).toEqual([]);
});

test('a mixture has every reading call once before any is repeated', () => {
  const reads = calls.filter(({ undo }) => undo === undefined);
  const mixed = mixedReads(sample);
  const first = mixed.slice(0, reads.length).map(({ path }) => path);
  expect(first).toEqual(reads.map((call) => call.requests(sample, 'product')[0]?.path));
  expect(mixed.every(({ method }) => method === 'GET')).toBe(true);
});
