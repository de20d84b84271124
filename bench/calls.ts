import type { Client } from 'pg';
import type { Request } from './load/request.ts';
import type { Sample, Side } from './sample.ts';

/** A call of the product, and how its load is made. */
export interface Call {
  readonly name: string;
  requests(sample: Sample, side: Side): readonly Request[];
  /** The part of an answer that all sides must share: its rows, without counts and cursors. */
  rows(data: Data): unknown;
  /** Reverts a request, so that the other sides can be asked the same. */
  undo?(client: Client, sample: Sample): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: any answer; it is only compared
type Data = any;

const get = (path: string, query: Readonly<Record<string, string>> = {}): Request => {
  const search = new URLSearchParams(query).toString();
  return { method: 'GET', path: search === '' ? path : `${path}?${search}` };
};

export const listPath = '/v1/user/list';
export const searchFor = (term: string) => get(listPath, { search: term });
const patients = ({ userData }: Data) => userData;

const search = (name: string, term: (sample: Sample) => string): Call => ({
  name: `search: ${name}`,
  requests: (sample) => [searchFor(term(sample))],
  rows: patients,
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

/** The calls whose throughput is compared with the limit. */
export const calls: readonly Call[] = [
  { name: 'page of 50 patients', requests: () => [get(listPath)], rows: patients },
  {
    name: 'page filtered by status',
    requests: () => [get(listPath, { status: '2' })],
    rows: patients,
  },
  search('mar', () => 'mar'),
  search('núñez', () => 'núñez'),
  search('nunez', () => 'nunez'),
  search('part of a phone number', ({ phoneFragment }) => phoneFragment),
  search('nothing found', () => 'xochipilli'),
  {
    name: 'one patient',
    requests: ({ patientIds }) => patientIds.map((idUser) => get('/v1/user/get-one', { idUser })),
    rows: (data) => data,
  },
  {
    name: 'history of one patient',
    requests: ({ patientIds }) =>
      patientIds.map((idUser) => get('/v1/user/get-medical-history-patient', { idUser })),
    rows: (data) => data,
  },
  {
    name: 'status change',
    requests: ({ changeable }, side) => changeStatus(changeable[side]),
    rows: (data) => data,
    undo: async (client, { changeable }) => {
      await client.query('update patients set status = 4, version = 1 where id = $1', [
        changeable.product[0],
      ]);
    },
  },
  {
    name: 'edit of one field',
    requests: ({ changeable }, side) => edit(changeable[side]),
    // The status change before it may have left another version to each side.
    rows: ({ patient: { version: _, ...patient } }) => patient,
    undo: async (client, { changeable }) => {
      await client.query('update patients set phone = null, version = 1 where id = $1', [
        changeable.product[0],
      ]);
    },
  },
  {
    name: 'page of branches',
    requests: ({ partnerIds }) =>
      partnerIds.map((idPartner) => get('/v1/partner/get-branches-by-partner/', { idPartner })),
    rows: ({ branches }) => branches,
  },
  {
    name: 'page of prospects',
    requests: () => [get('/v1/prospects/list')],
    rows: ({ prospects }) => prospects,
  },
];

/** A request of the limit, as one that leaves its audit row. */
export const audited = (request: Request): Request => ({
  ...request,
  path: `/audited${request.path}`,
});

/** Requests of each call in a mixture. */
const MIXED = 50;

/** All reading calls, interleaved, so that a short run has each of them. */
export function mixedReads(sample: Sample): Request[] {
  const reads = calls
    .filter(({ undo }) => undo === undefined)
    .map((call) => call.requests(sample, 'product'));
  return Array.from({ length: MIXED }, (_, turn) =>
    reads.flatMap((requests) => requests[turn % requests.length] ?? []),
  ).flat();
}
