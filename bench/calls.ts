import { NOW } from './dataset/records.ts';
import type { Request } from './load/request.ts';
import type { Sample } from './sample.ts';

/** A call of the product, and the requests that measure it. */
export interface Call {
  readonly name: string;
  /** Empty if the database is too small for it. */
  requests(sample: Sample): readonly Request[];
}

const get = (path: string, query: Readonly<Record<string, string>> = {}): Request => {
  const search = new URLSearchParams(query).toString();
  return { method: 'GET', path: search === '' ? path : `${path}?${search}` };
};

export const listPath = '/v1/user/list';
export const searchFor = (term: string) => get(listPath, { search: term });

const search = (name: string, term: (sample: Sample) => string): Call => ({
  name: `search: ${name}`,
  requests: (sample) => [searchFor(term(sample))],
});

/** A sample is repeated only after all of its patients. */
const changeStatus = (ids: readonly string[]): Request[] =>
  [1, 2].flatMap((status) =>
    ids.map((id) => ({
      method: 'PUT',
      path: '/v1/user/update-status',
      body: JSON.stringify({ idUsers: [id], status }),
    })),
  );

/** One field of a patient, each time another value. */
const edit = (ids: readonly string[]): Request[] =>
  ['+52 55 1000 2000', '+52 33 3000 4000'].flatMap((phone) =>
    ids.map((idUser) => ({
      method: 'PUT',
      path: '/v1/user/update',
      body: JSON.stringify({ idUser, phone }),
    })),
  );

const DAY = 86_400_000;
const toDay = (ago: number) => new Date(NOW.getTime() - ago * DAY).toISOString().slice(0, 10);

const dashboard = (name: string, days: number): Call => ({
  name: `dashboard, ${name}`,
  requests: () => [get('/v1/dashboard/figures', { start: toDay(days), end: toDay(0) })],
});

const reads: readonly Call[] = [
  { name: 'page of 50 patients', requests: () => [get(listPath)] },
  {
    name: 'page 2,000 of patients',
    requests: ({ deepCursor }) =>
      deepCursor === null ? [] : [get(listPath, { cursor: deepCursor })],
  },
  { name: 'page filtered by status', requests: () => [get(listPath, { status: '2' })] },
  search('mar', () => 'mar'),
  search('núñez', () => 'núñez'),
  search('nunez', () => 'nunez'),
  search('part of a phone number', ({ phoneFragment }) => phoneFragment),
  search('a, one letter', () => 'a'),
  search('q, a rare letter', () => 'q'),
  search('xochipilli, without matches', () => 'xochipilli'),
  {
    name: 'one patient',
    requests: ({ patientIds }) => patientIds.map((idUser) => get('/v1/user/get-one', { idUser })),
  },
  {
    name: 'history of one patient',
    requests: ({ patientIds }) =>
      patientIds.map((idUser) => get('/v1/user/get-medical-history-patient', { idUser })),
  },
  {
    name: 'page of branches',
    requests: ({ partnerIds }) =>
      partnerIds.map((idPartner) => get('/v1/partner/get-branches-by-partner/', { idPartner })),
  },
  { name: 'page of prospects', requests: () => [get('/v1/prospects/list')] },
  dashboard('a week', 7),
  dashboard('a year', 365),
];

/** All calls that are measured individually. */
export const calls: readonly Call[] = [
  ...reads,
  { name: 'status change', requests: ({ changeable }) => changeStatus(changeable) },
  { name: 'edit of one field', requests: ({ changeable }) => edit(changeable) },
];

/** Requests of each call in a mixture. */
const MIXED = 50;

/** All reading calls, interleaved, so that a short run has each of them. */
export function mixedReads(sample: Sample): Request[] {
  const each = reads.map((call) => call.requests(sample));
  return Array.from({ length: MIXED }, (_, index) =>
    each.flatMap((requests) => requests[index % requests.length] ?? []),
  ).flat();
}
