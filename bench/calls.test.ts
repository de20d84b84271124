import { expect, test } from 'vitest';
import { calls, mixedReads } from './calls.ts';
import type { Sample, Side } from './sample.ts';

const sample: Sample = {
  patientIds: ['usr_1', 'usr_2'],
  changeable: {
    product: ['usr_3', 'usr_4'],
    limit: ['usr_5', 'usr_6'],
    audited: ['usr_7', 'usr_8'],
  },
  partnerIds: ['arrayan'],
  doctorIds: ['doc_1'],
  phoneFragment: '0123 4567',
};
const parseNames = (body: string | undefined) => JSON.parse(body ?? '{}');

test('a change of status always gives patients another one, however often it repeats', () => {
  const change = calls.find(({ name }) => name === 'status change');
  const requests = change?.requests(sample, 'product') ?? [];
  const had = new Map<string, number>();
  for (const { body } of [...requests, ...requests, ...requests]) {
    const { idUsers, status } = parseNames(body);
    expect(had.get(idUsers[0])).not.toBe(status);
    had.set(idUsers[0], status);
  }
  expect([...had.keys()]).toEqual(['usr_3', 'usr_4']);
});

test('the two sides of a comparison change different patients', () => {
  const changed = (side: Side) =>
    calls.flatMap((call) =>
      call.requests(sample, side).flatMap(({ body }) => {
        if (!body) return [];
        const { idUsers, idUser } = parseNames(body);
        return idUsers ?? [idUser];
      }),
    );
  expect(new Set(changed('product'))).toEqual(new Set(sample.changeable.product));
  expect(new Set(changed('limit'))).toEqual(new Set(sample.changeable.limit));
  expect(new Set(changed('audited'))).toEqual(new Set(sample.changeable.audited));
});

test('a mixture has every reading call once before any is repeated', () => {
  const reads = calls.filter(({ undo }) => undo === undefined);
  const mixed = mixedReads(sample);
  const first = mixed.slice(0, reads.length).map(({ path }) => path);
  expect(first).toEqual(reads.map((call) => call.requests(sample, 'product')[0]?.path));
  expect(mixed.every(({ method }) => method === 'GET')).toBe(true);
});
