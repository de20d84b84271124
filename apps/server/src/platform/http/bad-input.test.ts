import { contract } from '@simiente/contract';
import { EXPORT_PATH, FILE_PATH } from '@simiente/contract/common/paths';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders/calls';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { staffSessions } from '../../schema/staff.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import {
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  TEST_OUTBOX,
  TEST_PASSWORD,
} from '../../testing/application.ts';
import { addConfidential, expectAnswer, failure } from '../../testing/bad-input/expect-answer.ts';
import {
  addKnownRecords,
  LAST_ACCESS,
  PATIENT_IDS,
  SPARE_SESSIONS,
} from '../../testing/bad-input/known-records.ts';
import { formRequest } from '../../testing/files/uploads.ts';
import { addDraftToken } from '../../testing/reports/reports.ts';
import {
  encode,
  invalidInput,
  type TestCall,
  testCalls,
  toBody,
  toQuery,
  validInput,
} from '../../testing/requests.ts';
import { callRoutes } from '../calls/serve-calls.ts';

const PLENTY = { max: 1e6, windowSeconds: 900 };

const PLENTY_OF_EACH = {
  export: PLENTY,
  pdf: PLENTY,
  'patient-record': PLENTY,
  'all-patients': PLENTY,
  file: PLENTY,
};

const testApp = sharedApplication({
  staffRoles: EVERY_RIGHT,
  outbox: TEST_OUTBOX,
  passwordRequestLimits: { account: PLENTY, network: PLENTY },
  attemptLimits: MANY_ATTEMPTS,
  intakeLimits: { perNetwork: PLENTY, total: PLENTY },
  costLimits: PLENTY_OF_EACH,
});
const calls = testCalls(contract);
const CHANGE_PASSWORD = 'account.changePassword';
/**
 * Calls whose success needs a one-time code, the current version, a model, a consent or a second reading; separate
 * tests cover it.
 */
const NEEDS_MORE = [
  'reports.sign',
  'reports.withdraw',
  'reports.confirm',
  'reports.wordDraft',
  'reports.saveWorkingCopy',
  'reports.takeOver',
  'reports.dropWorkingCopy',
  'results.validate',
  'results.nameValue',
  'examOrders.requestAgain',
  'reminders.send',
  'reminders.write',
  'reminders.recordWhatsapp',
  'patientMerges.merge',
  'patientMerges.undo',
];

/** The inputs of a call. Changing the user's own password needs the current one, which must stay the same. */
function inputsFor({ name, input, ...call }: TestCall): fc.Arbitrary<unknown> {
  const fitting = validInput(input, idsFor({ name, input, ...call }));
  const own = fc.constant({ currentPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD });
  return name === CHANGE_PASSWORD
    ? fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: fitting })
    : fitting;
}

let confidential: readonly string[];
let draftToken: string;
let idsFor: (call: TestCall) => readonly string[];
beforeAll(async () => {
  confidential = await addConfidential(testApp());
  idsFor = await addKnownRecords(testApp());
  draftToken = await addDraftToken(testApp().database.db);
});

/** Restores the spare sessions, which a call may have ended. */
beforeEach(async () => {
  const { database, staff } = testApp();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database.db
    .insert(staffSessions)
    .values(SPARE_SESSIONS.map((id) => ({ id, token: id, userId: staff.id, expiresAt })))
    .onConflictDoNothing();
});

type Entries = readonly (readonly [string, unknown])[];

function send(call: TestCall, entries: Entries): Promise<LightMyRequestResponse> {
  const { staff } = testApp();
  if (call.method === 'GET') return staff.request({ url: `${call.path}?${toQuery(entries)}` });
  const isDraft = call.name === 'reports.receiveDraft';
  return staff.request({
    method: call.method,
    url: call.path,
    headers: {
      'content-type': 'application/json',
      ...(isDraft && { authorization: `Bearer ${draftToken}` }),
    },
    payload: toBody(entries),
  });
}

describe('T-C1: generated input', () => {
  const REQUESTS = forLength(600, 20_000);
  const AT_ONCE = 4;
  const RUNS = Math.ceil(REQUESTS / (calls.length - 1) / AT_ONCE);
  /** Each password is hashed, which is deliberately slow, so fewer are tried. */
  const getRuns = ({ name }: TestCall) => (name === CHANGE_PASSWORD ? 5 : RUNS);
  const FIRST_SEED = fc.readConfigureGlobal().seed ?? Date.now();
  const sent = new Map<string, number>();

  test.each(calls)(
    'E-7.4, E-7.5, E-7.6: $name answers by the contract or rejects in the common form',
    async (call) => {
      const fitting = inputsFor(call).map((input) => Object.entries(input as object));
      const spoilt = invalidInput(call.input, idsFor(call));
      const seen = { success: 0, rejection: 0 };
      const property = fc.asyncProperty(
        fc.tuple(fitting, spoilt, fitting, spoilt),
        async (requests) => {
          const answers = await Promise.all(requests.map((entries) => send(call, entries)));
          for (const answer of answers) seen[expectAnswer(answer, call.output, confidential)] += 1;
        },
      );
      // Valid input may still collide, so a call gets more until one is accepted. Some need ten rounds.
      const rounds = NEEDS_MORE.includes(call.name) ? 1 : 600;
      for (let round = 0; round < rounds && seen.success === 0; round += 1) {
        await fc.assert(property, { numRuns: getRuns(call), seed: FIRST_SEED + round });
      }
      // The call itself was reached, and not only the guard.
      if (!NEEDS_MORE.includes(call.name)) expect(seen.success).toBeGreaterThan(0);
      sent.set(call.name, seen.success + seen.rejection);
    },
  );

  test('every call was tried, with as many requests as documented', () => {
    expect([...sent.keys()]).toEqual(calls.map(({ name }) => name));
    expect([...sent.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(REQUESTS);
  });

  const forms = callRoutes(contract).filter(({ body }) => body === 'multipart');
  test.each(forms)(
    '$method $path answers by the contract or rejects forms and files of any kind',
    async ({ method, path }) => {
      const word = fc.oneof(
        fc.constantFrom(
          'file',
          'idUser',
          'idPartner',
          'idAppointment',
          'logo_app_login',
          'examType',
        ),
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
            const answer = await testApp().staff.request({ method, url: path, ...request });
            expect(expectAnswer(answer, z.never(), confidential)).toBe('rejection');
          },
        ),
        { numRuns: forLength(20, 60) },
      );
    },
  );

  test.each([FILE_PATH, EXPORT_PATH, ORDER_PDF_PATH])(
    '%s answers 404 or 400 to an id of any form',
    async (path) => {
      const id = fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).map(encode),
        fc.constantFrom('..%2f..%2fetc%2fpasswd', '%00', '__proto__', "x'%20or%20true--", '%2e%2e'),
      );
      await fc.assert(
        fc.asyncProperty(id, async (text) => {
          const answer = await testApp().staff.request({ url: path.replace(':id', text) });
          expect([400, 404]).toContain(answer.statusCode);
          expectAnswer(answer, z.never(), confidential);
        }),
        { numRuns: forLength(50, 150) },
      );
    },
  );

  test.each(calls)('$name accepts every valid input', async (call) => {
    await fc.assert(
      fc.asyncProperty(inputsFor(call), async (input) => {
        const parsed = call.input?.safeParse(input) ?? { success: true, data: {} };
        const answer = await send(call, Object.entries(input as object));
        // Valid input may still conflict. A search may contain text that JSON schema cannot exclude, and a
        // cursor or last row must be one of ours. These dates may not be in the future, and whether a file was
        // read depends on the study.
        const isReading = ['results.validate', 'results.confirm'].includes(call.name);
        const isChecked = [
          'cursor',
          'lastBranch',
          'examDate',
          'birthDate',
          'givenOn',
          'receivedOn',
          'answeredOn',
          'closedOn',
          'validFrom',
          'collectedAt',
          'receivedAt',
          'analyzedAt',
        ].some((key) => key in (input as object));
        // A missing id of a prospect is a PROSPECT_ID_MISSING, a 400 of the call and not of the contract.
        const isMissing = z.object({ idProspect: z.literal('') }).safeParse(parsed.data).success;
        // Only patients with an appointment can be sorted by it.
        const isUnsorted = z
          .object({ sort: z.string().endsWith('nextAppointment'), upcoming: z.literal(false) })
          .safeParse(parsed.data).success;
        if (parsed.success && !isReading && !isChecked && !isMissing && !isUnsorted)
          // A common or wrong password is rejected as well.
          expect([200, 403, 404, 409, 422]).toContain(answer.statusCode);
      }),
      { numRuns: Math.min(forLength(8, 25), getRuns(call)) },
    );
  });

  test('a sign-in answers or rejects in the common form', async () => {
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
          const answer = await testApp().app.inject({
            method: 'POST',
            url: '/api/auth/sign-in/email',
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(credentials),
          });
          expect(expectAnswer(answer, session, confidential)).toBe('rejection');
        },
      ),
      { numRuns: forLength(60, 200) },
    );
  });

  test('a path of any form is answered or rejected in the common form, with and without a session', async () => {
    const { app, staff } = testApp();
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
      { numRuns: forLength(100, 300) },
    );
  });

  test('T-C5: generated input changed no record that it may not touch', async () => {
    const { database, staff } = testApp();
    const { rows } = await database.pool.query(
      'select count(*)::int as n from patients where last_access_at = $1',
      [LAST_ACCESS],
    );
    expect(rows).toEqual([{ n: PATIENT_IDS.length }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await staff.get('/v1/user/list')).status).toBe(200);
  });
});

describe('T-E7: an answer to generated input', () => {
  test("E-7.6: an answer reveals nothing of the server's internals", async () => {
    const { app, staff } = testApp();
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
      // Tokens are left out, because they may contain a short word by chance.
      const headersText = JSON.stringify({
        ...headers,
        'set-auth-token': null,
        'set-cookie': null,
      });
      const cookies = [headers['set-cookie'] ?? []]
        .flat()
        .join('\n')
        .replaceAll(/=[^;]*/g, '');
      expect(headersText + cookies + body).not.toMatch(/fastify|orpc|better|postgres|node/i);
    }
  });
});
