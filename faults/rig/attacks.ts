import { recordPath } from '@simiente/contract/patient-record/calls';

/** A request made to cost the server as much as possible. */
export interface Attack {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Expected status; for a stolen session, once it is rate-limited. */
  readonly status: number;
}

/** Bytes, above the usual limit of a body. */
const LARGE = 490_000;
/** Bytes of the largest sign-in. */
const MAX_SIGN_IN_SIZE = 4 * 1024;

/** The JSON parser scans a body a second time when it contains this. */
const SUSPECT = String.raw`"note":"\"__proto__\":"`;

/** Requests without a session. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'sign-in with 490 kB of fields',
    ...{ method: 'POST', path: '/api/auth/sign-in/email', status: 413 },
    body: manyFields(LARGE),
  },
  {
    name: 'sign-in with 4 kB of fields',
    ...{ method: 'POST', path: '/api/auth/sign-in/email', status: 400 },
    body: manyFields(MAX_SIGN_IN_SIZE - 100),
  },
  {
    name: 'second step with 490 kB of fields',
    ...{ method: 'POST', path: '/api/auth/two-factor/verify-totp', status: 413 },
    body: manyFields(LARGE),
  },
  {
    name: 'unknown path with 490 kB',
    ...{ method: 'POST', path: '/v1/none', status: 404 },
    body: manyObjects(LARGE),
  },
  {
    name: 'intake with 490 kB of fields',
    ...{ method: 'POST', path: '/v1/prospects', status: 413 },
    body: manyFields(LARGE),
  },
  {
    name: 'intake with 16 kB of fields',
    ...{ method: 'POST', path: '/v1/prospects', status: 400 },
    body: manyFields(16_000),
  },
  {
    name: 'authenticated call with an invalid session and 490 kB',
    ...{ method: 'POST', path: '/v1/user/delete', status: 401 },
    headers: { authorization: `Bearer ${'a'.repeat(32)}.${'b'.repeat(43)}%3D` },
    body: manyFields(LARGE),
  },
  {
    name: 'session read with 14 kB of cookies',
    ...{ method: 'GET', path: '/api/auth/get-session', status: 200 },
    headers: { cookie: Array.from({ length: 1_700 }, (_, at) => `c${at}=%`).join('; ') },
  },
  {
    name: 'session read with 14 kB of query',
    ...{ method: 'GET', path: `/api/auth/get-session?${query()}`, status: 200 },
  },
  {
    name: 'health read with 14 kB of query',
    ...{ method: 'GET', path: `/health/live?${query()}`, status: 200 },
  },
];

/** Requests of a stolen session that read as much as they can: all patients, and one's whole record. */
export function withStolenSession(authorization: string, patient: string): readonly Attack[] {
  const headers = { authorization };
  const read = { method: 'GET', headers, status: 429 } as const;
  return [
    { ...read, name: 'list of all patients', path: '/v1/user/get-all' },
    { ...read, name: 'whole record of a patient', path: recordPath(patient) },
  ];
}

function query(): string {
  return Array.from({ length: 1_500 }, (_, at) => `k${at}[]=%25`)
    .join('&')
    .slice(0, 14_000);
}

function manyFields(bytes: number): string {
  const head = `{"email":"a@b.example","password":"x",${SUSPECT}`;
  const fields = [head];
  for (let size = head.length, at = 0; size < bytes - 20; at += 1) {
    const field = `"k${at.toString(36)}":0`;
    fields.push(field);
    size += field.length + 1;
  }
  return `${fields.join(',')}}`;
}

function manyObjects(bytes: number): string {
  return `[{${SUSPECT}},${'{},'.repeat((bytes - 40) / 3)}{}]`;
}
