import { gzipSync } from 'node:zlib';
import { contract } from '@simiente/contract';
import { errorBody, errorTable, isErrorCode } from '@simiente/contract/common/errors';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders';
import { FILE_PATH } from '@simiente/contract/files';
import { EXPORT_PATH } from '@simiente/contract/list-exports';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { staffAccounts, staffSessions } from '../../schema/staff.ts';
import { calendlyDeliveries } from '../../schema/webhooks.ts';
import {
  sharedApplication,
  signIn,
  TEST_PASSWORD,
  TEST_SECRET,
} from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addFile,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
  addRecipeAppointment,
} from '../../testing/records.ts';
import {
  encode,
  spoiltInput,
  type TestCall,
  testCalls,
  toBody,
  toQuery,
  validInput,
} from '../../testing/requests.ts';
import { formRequest } from '../../testing/uploads.ts';
import { callRoutes } from './calls.ts';

const PLENTY = { most: 1e6, windowSeconds: 900 };

const running = sharedApplication({
  attemptLimits: { perAccount: 1e6, perAddress: 1e6, windowSeconds: 900 },
  intakeLimit: PLENTY,
  costLimits: { export: PLENTY, pdf: PLENTY },
});
const calls = testCalls(contract);
/** No call sets it. */
const LAST_ACCESS = new Date('2026-01-02T03:04:05.678Z');
/** Some are in the bin, so that a restoration has something to find. */
const ids = Array.from({ length: 30 }, (_, index) => `usr_${index}`);
let known: readonly string[] = ids;
/** Fewer for some calls, by the beginning of their names, because much else of an input must fit too. */
let knownTo: Readonly<Record<string, readonly string[]>> = {};
const idsFor = ({ name }: TestCall) => knownTo[name.split('.')[0] ?? ''] ?? known;
/** Of the own account, to be closed; there again before each test. */
const spareSessions = Array.from({ length: 20 }, (_, index) => `spare-${index}`);
const CHANGE_PASSWORD = 'account.changePassword';

/** What a call takes; only who knows the own password changes it, and it must stay the one it is. */
function fits({ name, input, ...call }: TestCall): fc.Arbitrary<unknown> {
  const fitting = validInput(input, idsFor({ name, input, ...call }));
  const own = fc.constant({ currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD });
  return name === CHANGE_PASSWORD ? fc.oneof(own, fitting) : fitting;
}

beforeAll(async () => {
  const { database, store, signInAs } = running();
  const other = await signInAs('ajena@simiente.example');
  const [account] = await database.db.select().from(staffAccounts);
  await addPatients(database.db, [{ name: BINNED, deletedAt: new Date() }]);
  const keptFile = await addFile(database.db, store, { storageKey: 'llave/del/almacen' });
  await addExam(database.db, await addPatient(database.db), { fileId: keptFile });
  untold.push(
    BINNED,
    'llave/del/almacen',
    String(account?.password),
    TEST_SECRET,
    other.email,
    ...[other.cookie, running().staff.cookie].map(tokenOf),
  );
  for (const text of untold) expect(text.length).toBeGreaterThan(10);
  await addPatients(
    database.db,
    ids.map((id, index) => ({
      id,
      name: `Paciente ${index}`,
      lastAccessAt: LAST_ACCESS,
      deletedAt: index % 2 ? new Date() : null,
    })),
  );
  const doctorId = await addDoctor(database.db);
  const appointmentId = await addDoctorAppointment(database.db, { patientId: 'usr_0', doctorId });
  const examId = await addExam(database.db, 'usr_0');
  const unknownId = await addRecipeAppointment(database.db, null, {
    calendlyInviteeUri: 'https://api.calendly.com/invitees/1',
    inviteeName: 'Paciente',
  });
  const [delivery] = await database.db
    .insert(calendlyDeliveries)
    .values({ digest: 'digest', event: 'invitee.created', payload: {} })
    .returning({ id: calendlyDeliveries.id });
  const placeId = await addBranch(database.db, await addPartner(database.db), {
    exams: ['SEM', 'HORMO'],
  });
  const laboratoryId = await addPartner(database.db, { type: 'Laboratorio' });
  // Often enough to be hit.
  known = [
    ...ids,
    ...[doctorId, appointmentId, examId, laboratoryId].flatMap((id) => Array(15).fill(id)),
  ];
  const partnerId = await addPartner(database.db);
  const branchId = await addBranch(database.db, partnerId, { exams: ['SEM', 'HORMO'] });
  const [certain = ''] = await addPatients(database.db, [{ name: 'Paciente' }]);
  const prospectIds = await Promise.all(Array.from({ length: 20 }, () => addProspect(database.db)));
  knownTo = {
    account: spareSessions,
    appointments: [certain, doctorId, appointmentId],
    exams: [examId, laboratoryId],
    patients: [certain, ...ids.slice(0, 4)],
    dashboard: [laboratoryId, laboratoryId, 'lab_nadie'],
    branches: [partnerId, branchId, branchId],
    calendly: [certain, unknownId, String(delivery?.id)],
    doctors: [doctorId, doctorId, 'doc_nadie'],
    examOrders: [certain, placeId],
    // Each is converted once.
    prospects: [...prospectIds, certain],
    partners: [partnerId, partnerId, 'nadie'],
  };
});

beforeEach(async () => {
  const { database, staff } = running();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database.db
    .insert(staffSessions)
    .values(spareSessions.map((id) => ({ id, token: id, userId: staff.id, expiresAt })))
    .onConflictDoNothing();
});

/** What opens a session, of its cookie. */
function tokenOf(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
}

const failure = z.strictObject({
  status: z.int(),
  code: z.string().refine(isErrorCode),
  errorMessage: z.string(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** T-E7: what only the inside knows. */
const INTERNAL =
  /node_modules|\.ts:\d|drizzle|SQLSTATE|relation "|syntax error|pg_catalog|ECONN|ENOENT|\/apps\/|FST_ERR/;

/** Of a record that the list of the bin alone tells. */
const BINNED = 'Nombre en la papelera';
const BIN_PATH = '/v1/trash/list';

/** What no call may tell: records in the bin, secrets, where files are kept. Filled before the tests. */
const untold: string[] = [];

/** Expects an answer of the contract, or a failure in the one form, never a fault; says which. */
function expectAnswer(answer: LightMyRequestResponse, output: z.ZodType): 'success' | 'refusal' {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(answer.body).not.toMatch(INTERNAL);
  const shownInBin = new URL(String(answer.raw.req.url), 'http://x').pathname === BIN_PATH;
  for (const secret of untold) {
    if (!(shownInBin && secret === BINNED)) expect(answer.body).not.toContain(secret);
  }
  if (answer.statusCode === 200) {
    expect(output.safeParse(answer.json()).error).toBeUndefined();
    return 'success';
  }
  const { status, code, errorMessage } = failure.parse(answer.json());
  expect(status).toBe(answer.statusCode);
  expect([status, errorMessage]).toEqual([errorTable[code].status, errorTable[code].message]);
  return 'refusal';
}

type Entries = readonly (readonly [string, unknown])[];

function send(call: TestCall, entries: Entries): Promise<LightMyRequestResponse> {
  const { staff } = running();
  if (call.method === 'GET') return staff.request({ url: `${call.path}?${toQuery(entries)}` });
  return staff.request({
    method: call.method,
    url: call.path,
    headers: { 'content-type': 'application/json' },
    payload: toBody(entries),
  });
}

describe('T-C1: whatever is sent to a call', () => {
  const REQUESTS = 20_000;
  const AT_ONCE = 4;
  const RUNS = Math.ceil(REQUESTS / (calls.length - 1) / AT_ONCE);
  /** Each password is hashed, which is slow on purpose: fewer say as much. */
  const runsOf = ({ name }: TestCall) => (name === CHANGE_PASSWORD ? 5 : RUNS);
  const sent = new Map<string, number>();

  test.each(calls)('$name answers by the contract or refuses in the one form', async (call) => {
    const valid = fits(call).map((input) => Object.entries(input as object));
    const any = fc.oneof(
      valid.map((entries) => ({ entries, kind: 'valid' as const })),
      spoiltInput(call.input, idsFor(call)).map((entries) => ({
        entries,
        kind: 'spoilt' as const,
      })),
    );
    const seen = { valid: 0, spoilt: 0, success: 0, refusal: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(any, { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (requests) => {
          const answers = await Promise.all(requests.map(({ entries }) => send(call, entries)));
          for (const [index, answer] of answers.entries()) {
            seen[expectAnswer(answer, call.output)] += 1;
            seen[requests[index]?.kind ?? 'spoilt'] += 1;
          }
        },
      ),
      { numRuns: runsOf(call) },
    );
    // It was the call itself that was reached, and not only its front door.
    expect(seen.success).toBeGreaterThan(0);
    const share = seen.valid / (seen.valid + seen.spoilt);
    expect(share).toBeGreaterThan(0.3);
    sent.set(call.name, seen.valid + seen.spoilt);
  });

  test('and these were all calls, and as many requests as are promised', () => {
    expect([...sent.keys()]).toEqual(calls.map(({ name }) => name));
    expect([...sent.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(REQUESTS);
  });

  const forms = callRoutes(contract).filter(({ body }) => body === 'multipart');
  test.each(forms)('$method $path: forms and files of any kind too', async ({ method, path }) => {
    const word = fc.oneof(
      fc.constantFrom('file', 'idUser', 'idPartner', 'idAppointment', 'logo_app_login', 'examType'),
      fc.constantFrom('__proto__', 'constructor', 'a[0]', 'id"; x="', '', 'n'.repeat(500)),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('%PDF-1.7\n%%EOF', '\x89PNG\r\n\x1a\n', '<svg/>', '').map(Buffer.from),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(word, fc.string({ unit: 'binary', maxLength: 60 }), { maxKeys: 5 }),
        fc.dictionary(word, fc.record({ bytes: content, name: fc.string({ unit: 'binary' }) }), {
          maxKeys: 3,
        }),
        async (fields, files) => {
          const request = await formRequest(fields, undefined, files);
          const answer = await running().staff.request({ method, url: path, ...request });
          expect(expectAnswer(answer, z.never())).toBe('refusal');
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([FILE_PATH, EXPORT_PATH, ORDER_PDF_PATH])(
    '%s: an id of any form too, which is found nowhere',
    async (path) => {
      const id = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).map(encode),
        fc.constantFrom('..%2f..%2fetc%2fpasswd', '%00', '__proto__', "x'%20or%20true--", '%2e%2e'),
      );
      await fc.assert(
        fc.asyncProperty(id, async (text) => {
          const answer = await running().staff.request({ url: path.replace(':id', text) });
          expect([400, 404]).toContain(answer.statusCode);
          expectAnswer(answer, z.never());
        }),
        { numRuns: 150 },
      );
    },
  );

  test.each(calls)('$name never calls valid input invalid', async (call) => {
    await fc.assert(
      fc.asyncProperty(fits(call), async (input) => {
        const isValid = call.input === undefined || call.input.safeParse(input).success;
        const answer = await send(call, Object.entries(input as object));
        // What is well said may still collide. A search may hold what a schema cannot say in JSON, and a cursor must be ours, as must the last row that was received.
        if (isValid && !('cursor' in (input as object)) && !('lastBranch' in (input as object)))
          // A password that is common or not the own one is refused as well.
          expect([200, 403, 404, 409, 422]).toContain(answer.statusCode);
      }),
      { numRuns: Math.min(25, runsOf(call)) },
    );
  });

  test('a sign-in too', async () => {
    const session = z.object({ user: z.object({ id: z.string() }) });
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u0000', '\ud800', "' or 1=1 --", 'a'.repeat(1000), 'nadie'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({ email: text, password: text }, { requiredKeys: [] }),
        async (credentials) => {
          const answer = await running().app.inject({
            method: 'POST',
            url: '/api/auth/sign-in/email',
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(credentials),
          });
          expect(expectAnswer(answer, session)).toBe('refusal');
        },
      ),
      { numRuns: 200 },
    );
  });

  test('an address of any form too, signed in or not', async () => {
    const { app, staff } = running();
    const part = fc.oneof(
      fc.constantFrom(
        'v1',
        'user',
        'list',
        'files',
        'api',
        'auth',
        '..',
        '.',
        '',
        '%2e%2e',
        '%00',
        '%',
        '%c3%28',
        ';',
        '*',
      ),
      fc.string({ unit: 'grapheme-ascii', maxLength: 5 }).map(encodeURIComponent),
    );
    const address = fc.tuple(
      fc.array(part, { maxLength: 5 }),
      fc.string({ maxLength: 8 }).map(encodeURI),
    );
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
        async ([parts, query], method) => {
          const url = `/${parts.join('/')}${query === '' ? '' : `?${query}`}`;
          for (const headers of [{}, { cookie: staff.cookie }]) {
            const answer = await app.inject({ method, url, headers });
            expect(answer.statusCode, url).toBeLessThan(500);
            if (answer.statusCode >= 400 && method !== 'HEAD') failure.parse(answer.json());
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('left what nobody was allowed to touch as it was', async () => {
    const { database, staff } = running();
    const { rows } = await database.pool.query(
      'select count(*)::int as n from patients where last_access_at = $1',
      [LAST_ACCESS],
    );
    expect(rows).toEqual([{ n: ids.length }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await staff.get('/v1/user/list')).status).toBe(200);
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  const urls = ['/v1/user/delete', '/v1/trash/restore', '/api/auth/sign-in/email'];

  async function sendBody(payload: string | Buffer, headers: Record<string, string> = json) {
    const answers = [];
    for (const url of urls) {
      answers.push(await running().staff.request({ method: 'POST', url, headers, payload }));
    }
    return answers;
  }

  test.each([
    '{',
    '{"a":}',
    '[1,]',
    "{'a':1}",
    '\u0000',
    'undefined',
    '{"a":1}x',
    '\ufeff{',
    'NaN',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"idUsers":["usr_0"],"__proto__":null}',
  ])('%j is no JSON that we take: 400', async (payload) => {
    for (const answer of await sendBody(payload)) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(errorBody('MALFORMED_JSON'));
    }
  });

  test.each(['null', '1', '"x"', '[]', 'true', '{}'])(
    '%s is JSON and not the input: 400',
    async (payload) => {
      for (const answer of await sendBody(payload)) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject(errorBody('BAD_REQUEST'));
      }
    },
  );

  test('that is empty is a 400', async () => {
    for (const answer of await sendBody('')) expect(answer.statusCode).toBe(400);
  });

  test('T-C3: of 1 MB is a 413, whatever is in it', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const payload of [
      JSON.stringify({ idUsers: [megabyte] }),
      JSON.stringify({ email: megabyte, password: megabyte }),
      `{"idUsers":[${'"usr_1",'.repeat(150_000)}"usr_1"]}`,
      megabyte,
    ]) {
      for (const answer of await sendBody(payload)) {
        expect(answer.statusCode).toBe(413);
        expect(answer.json()).toEqual(errorBody('PAYLOAD_TOO_LARGE'));
      }
    }
  });

  test('that is nested a hundred thousand times is a 400', async () => {
    for (const payload of [
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '{"a":'.repeat(50_000),
    ]) {
      for (const answer of await sendBody(payload)) expect(answer.statusCode).toBe(400);
    }
  });

  test('that is compressed is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    for (const encoding of ['gzip', 'deflate', 'br', 'foo', 'gzip, gzip']) {
      for (const answer of await sendBody(bomb, { ...json, 'content-encoding': encoding })) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual(errorBody('MALFORMED_JSON'));
      }
    }
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'APPLICATION/JSON',
  ])('of type %s is read', async (type) => {
    const [answer] = await sendBody('{"idUsers":["nadie"]}', { 'content-type': type });
    expect(answer?.statusCode).toBe(404);
  });
});

describe('T-E7: an answer', () => {
  test('says nothing of what is behind it', async () => {
    const { app, staff } = running();
    const answers = [
      await app.inject({ url: '/v1/user/list' }),
      await staff.request({ url: '/v1/user/list?limit=x' }),
      await staff.request({ url: '/nada' }),
      await staff.request({ url: '/health/ready' }),
      await signIn(app, { email: staff.email }),
    ];
    for (const { headers, body } of answers) {
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/fastify|orpc|better|postgres|node/i);
    }
  });
});
