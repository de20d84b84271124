import { expect, test } from 'vitest';
import { calls, mixedReads } from './calls.ts';
import type { Sample } from './sample.ts';

const sample: Sample = {
  patientIds: ['usr_1', 'usr_2'],
  changeable: ['usr_3', 'usr_4'],
  partnerIds: ['arrayan'],
  doctorIds: ['doc_1'],
  phoneFragment: '0123 4567',
  deepCursor: null,
};
const parseBody = (body: string | undefined) => JSON.parse(body ?? '{}');

test('a change of status always gives a patient a different status, however often it repeats', () => {
  const change = calls.find(({ name }) => name === 'status change');
  const requests = change?.requests(sample) ?? [];
  const statusByPatient = new Map<string, number>();
  for (const { body } of [...requests, ...requests, ...requests]) {
    const { idUsers, status } = parseBody(body);
    expect(statusByPatient.get(idUsers[0])).not.toBe(status);
    statusByPatient.set(idUsers[0], status);
  }
  expect([...statusByPatient.keys()]).toEqual(['usr_3', 'usr_4']);
});

test('a mixture has every reading call once before any repeats', () => {
  const paths = mixedReads(sample).map(({ path }) => path);
  const once = paths.slice(0, paths.indexOf('/v1/user/list', 1));
  const reads = calls
    .flatMap((call) => call.requests(sample)[0] ?? [])
    .filter(({ method }) => method === 'GET');
  expect(once).toEqual(reads.map(({ path }) => path));
});
