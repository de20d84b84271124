import { createHmac } from 'node:crypto';
import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { EXPORT_PATH, FILE_PATH } from '@simiente/contract/common/paths';
import { EVENTS_PATH } from '@simiente/contract/events/settings';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders/calls';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../../../../scripts/test-length.mjs';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff, staffSessions } from '../../schema/staff.ts';
import {
  getSessionCookie,
  sharedApplication,
  signIn,
  startApplication,
  TEST_SECRET,
  type TestStaff,
} from '../../testing/application.ts';
import { addExam, addFertilityTest, addFile, addPatient } from '../../testing/records.ts';
import {
  closedRoutes,
  everyRoute,
  getRouteName,
  OPEN_ROUTES,
  type Route,
} from '../../testing/routes.ts';
import {
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';
import { callRoutes } from '../calls/serve-calls.ts';

const testApp = sharedApplication();
const NAME = 'Íñigo Zúñiga Ñanduty';

let patientId: string;
let fileId: string;
let bystander: TestStaff;

beforeAll(async () => {
  const { database, store, signInAs } = testApp();
  bystander = await signInAs('intacta@simiente.example');
  patientId = await addPatient(database.db, { name: NAME, email: 'inigo@correo.example' });
  await addFertilityTest(database.db, patientId, 'Iñi');
  fileId = await addFile(database.db, store, { name: `${NAME}.pdf` });
  await addExam(database.db, patientId, { fileId });
});

/** Every route that needs a session: the contract's calls, and the routes outside it. */
const closed = () => closedRoutes(testApp().app);

/** A request that would succeed with a session. */
function requestTo({ method, path }: Route): InjectOptions {
  const url = path.replace(':id', fileId);
  if (method !== 'GET' && method !== 'HEAD') {
    return { method, url, payload: { idUsers: [patientId], ids: [patientId] } };
  }
  const needsPatientId = path.includes('/get-') && path !== '/v1/user/get-all';
  return { method, url: needsPatientId ? `${url}?idUser=${patientId}` : url };
}

/** Status and headers of an authorized answer, which may be an endless stream. */
async function answerTo(route: Route) {
  const answer = await bystander.request({ ...requestTo(route), payloadAsStream: true });
  answer.stream().destroy();
  return answer;
}

/** A read, a change, a form, a file, a stream without end, and a route of the identity library. */
const ONE_OF_EACH = [
  'GET /v1/user/get-one',
  'PUT /v1/user/update',
  'POST /v1/exam/create',
  'GET /v1/files/:id',
  `GET ${EVENTS_PATH}`,
  'POST /api/auth/two-factor/enable',
];

/** One route of each kind, because all routes share the guard; every route in the long run. */
function routesToTry() {
  if (isFullRun) return closed();
  const tried = closed().filter((route) => ONE_OF_EACH.includes(getRouteName(route)));
  expect(tried).toHaveLength(ONE_OF_EACH.length);
  return tried;
}

/** Sends one request to each of these routes, and expects each to be rejected without data. */
async function expectAllRejected(headers: Record<string, string>, routes = routesToTry()) {
  for (const route of routes) {
    const answer = await testApp().app.inject({ ...requestTo(route), headers });
    expect(answer.statusCode, getRouteName(route)).toBe(401);
    const body = route.method === 'HEAD' ? '' : JSON.stringify(errorBody('UNAUTHORIZED'));
    expect(answer.body).toBe(body);
    expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toMatch(/igo|Ñanduty|correo/);
  }
}

async function startSession(email: string) {
  const { app, signInAs } = testApp();
  const person = await signInAs(email);
  const answer = await signIn(app, { email });
  return {
    person,
    cookie: getSessionCookie(answer),
    bearer: String(answer.headers['set-auth-token']),
  };
}

describe('T-B1: a closed route', () => {
  test('E-1.4, E-6.1: closed routes exist, and each of them answers a signed-in user', async () => {
    const ways = closed();
    const calls = callRoutes(contract).filter(({ access }) => access !== 'open');
    const inContract = calls.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`);
    const otherRoutes = [FILE_PATH, EXPORT_PATH, ORDER_PDF_PATH, EVENTS_PATH].map(
      (path) => `GET ${path}`,
    );
    expect(ways.map(getRouteName)).toEqual(expect.arrayContaining([...inContract, ...otherRoutes]));
    for (const route of ways.filter(({ method }) => method === 'GET')) {
      expect((await answerTo(route)).statusCode, getRouteName(route)).not.toBe(401);
    }
  });

  test('E-2.21, E-6.4: a request without a session is rejected with 401 and no data', async () => {
    await expectAllRejected({}, closed());
  });

  test('a request with an expired session is rejected', async () => {
    const { person, cookie, bearer } = await startSession('expirada@simiente.example');
    await testApp()
      .database.db.update(staffSessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(staffSessions.userId, person.id));
    await expectAllRejected({ cookie });
    await expectAllRejected({ authorization: `Bearer ${bearer}` });
  });

  test('a request with a signed-out session is rejected', async () => {
    const { cookie, bearer } = await startSession('salida@simiente.example');
    await testApp().app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie } });
    await expectAllRejected({ cookie });
    await expectAllRejected({ authorization: `Bearer ${bearer}` });
  });

  test('E-6.3: a request is rejected while the account is not active, although the session still exists', async () => {
    const { person, cookie } = await startSession('suspendida@simiente.example');
    const { db } = testApp().database;
    for (const status of [SUSPENDED, 2, -1]) {
      const again = await signIn(testApp().app, { email: person.email });
      await db.update(staff).set({ status }).where(eq(staff.id, person.id));
      await expectAllRejected({
        cookie: again.statusCode === 200 ? getSessionCookie(again) : cookie,
      });
      await db.update(staff).set({ status: 1 }).where(eq(staff.id, person.id));
    }
  });

  test('a request with a forged cookie is rejected', async () => {
    const [name = '', value = ''] = bystander.cookie.split('=');
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const forged = [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(signature.length)}`,
      `${'B'.repeat(token.length)}.${signature}`,
      `${token}x.${signature}`,
      'null',
      '%',
      '',
    ];
    for (const text of forged) {
      await expectAllRejected({ cookie: `${name}=${encodeURIComponent(text)}` });
    }
    await expectAllRejected({ cookie: `other=${value}` });
    await expectAllRejected({ cookie: `${name}=%E0%A4%A` });
  });

  test('a request with a session token under a foreign signature is rejected', async () => {
    const [name = '', value = ''] = bystander.cookie.split('=');
    const [token = ''] = decodeURIComponent(value).split('.');
    const signedBy = (secret: string) =>
      createHmac('sha256', secret).update(token).digest('base64');
    expect(decodeURIComponent(value)).toBe(`${token}.${signedBy(TEST_SECRET)}`);
    for (const secret of ['', 'better-auth-secret-12345678901234567890', `${TEST_SECRET} `]) {
      const forged = encodeURIComponent(`${token}.${signedBy(secret)}`);
      await expectAllRejected({ cookie: `${name}=${forged}` });
    }
  });

  test('E-7.2: a request with a forged or altered bearer token is rejected', async () => {
    const { bearer } = await startSession('portadora@simiente.example');
    const [token = '', signature = ''] = decodeURIComponent(bearer).split('.');
    // A letter that differs from its first one.
    const other = `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`;
    const altered = [
      `${token}.${signature.slice(0, -2)}AA`,
      `${other}.${signature}`,
      other,
      'undefined',
      'a.b.c',
      '%E0%A4%A',
      '',
    ];
    for (const text of altered) await expectAllRejected({ authorization: `Bearer ${text}` });
    await expectAllRejected({ authorization: `Basic ${bearer}` });
    await expectAllRejected({ authorization: bearer });
  });

  test('rejected requests end no other session, and read and change no data', async () => {
    const { database } = testApp();
    expect((await bystander.get(`/v1/user/get-one?idUser=${patientId}`)).status).toBe(200);
    const acts = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'record.deleted'));
    expect(acts).toEqual([]);
    const rows = await database.db.select().from(auditEvents);
    expect(
      rows.filter(({ action }) => action === 'file.read').map(({ actorId }) => actorId),
    ).toEqual([bystander.id]);
  });
});

describe('an open route', () => {
  test('is an account link, health, the intake or a draft with its token: the contract has no others', () => {
    const open = callRoutes(contract).filter(({ access }) => access === 'open');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/account-link/request',
      'POST /v1/account-link/read',
      'POST /v1/account-link/use',
      'GET /health/live',
      'GET /health/ready',
      'POST /v1/prospects',
      'POST /v1/reports/drafts',
    ]);
  });

  test('T-I3: health only reports that the process is up', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await testApp().app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ status: 200, data: { ok: true } });
    }
  });

  test('S-6, T-B1: no other route of the server answers without a session', async () => {
    const { app } = testApp();
    const answering: string[] = [];
    for (const route of everyRoute(app)) {
      const answer = await app.inject(requestTo(route));
      if (answer.statusCode !== 401) answering.push(getRouteName(route));
    }
    expect(answering.toSorted()).toEqual(OPEN_ROUTES);
  });

  test('configured origins open the preflight of the intake, and no other route', async () => {
    const { app } = await startApplication({ intakeOrigins: ['https://landing.example'] });
    const routeNames = new Set(everyRoute(testApp().app).map(getRouteName));
    expect(
      everyRoute(app)
        .map(getRouteName)
        .filter((route) => !routeNames.has(route)),
    ).toEqual(['OPTIONS /v1/prospects']);
  });

  test('E-10.1: a configured secret opens the webhook of Calendly to signed deliveries', async () => {
    const { app, staff: person } = await startApplication({
      calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    });
    const routeNames = new Set(everyRoute(testApp().app).map(getRouteName));
    expect(
      everyRoute(app)
        .map(getRouteName)
        .filter((route) => !routeNames.has(route)),
    ).toEqual(['POST /v1/webhooks/calendly']);
    const url = '/v1/webhooks/calendly';
    const unsigned = await person.request({ method: 'POST', url, payload: {} });
    expect([unsigned.statusCode, unsigned.json()]).toEqual([
      401,
      errorBody('WEBHOOK_SIGNATURE_INVALID'),
    ]);
    const signed = signedWebhook(calendlyWebhook({ invitee: 'ACCESS' }));
    expect((await app.inject({ method: 'POST', url, ...signed })).statusCode).toBe(200);
  });

  test('E-4.2: outside the contract only sign-in, sign-out and get-session are open', async () => {
    const { app } = testApp();
    const answer = await app.inject({ url: '/api/auth/get-session' });
    expect([answer.statusCode, answer.json()]).toEqual([200, null]);
    const signOut = await app.inject({ method: 'POST', url: '/api/auth/sign-out' });
    expect([signOut.statusCode, signOut.json()]).toEqual([200, { success: true }]);
    expect((await signIn(app, { email: 'nadie@simiente.example' })).statusCode).toBe(401);
  });
});

test('T-F6: every answer of a call forbids caching', async () => {
  for (const route of closed().filter(({ path }) => path.startsWith('/v1/'))) {
    expect((await answerTo(route)).headers['cache-control'], getRouteName(route)).toBe('no-store');
  }
});
