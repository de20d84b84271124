import { createHmac } from 'node:crypto';
import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { EVENTS_PATH } from '@simiente/contract/event-fields';
import { ORDER_PDF_PATH } from '@simiente/contract/exam-orders';
import { EXPORT_PATH } from '@simiente/contract/export-path';
import { FILE_PATH } from '@simiente/contract/files';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff, staffSessions } from '../../schema/staff.ts';
import {
  cookieOf,
  sharedApplication,
  signIn,
  startApplication,
  TEST_SECRET,
  type TestStaff,
} from '../../testing/application.ts';
import { calendlyDelivery, signedDelivery, TEST_CALENDLY_SECRET } from '../../testing/calendly.ts';
import { addExam, addFertilityTest, addFile, addPatient } from '../../testing/records.ts';
import { closedRoutes, everyRoute, nameOf, OPEN_ROUTES, type WayIn } from '../../testing/routes.ts';
import { callRoutes } from '../calls/call-routes.ts';

const running = sharedApplication();
const NAME = 'Íñigo Zúñiga Ñanduty';

let patientId: string;
let fileId: string;
let bystander: TestStaff;

beforeAll(async () => {
  const { database, store, signInAs } = running();
  bystander = await signInAs('intacta@simiente.example');
  patientId = await addPatient(database.db, { name: NAME, email: 'inigo@correo.example' });
  await addFertilityTest(database.db, patientId, 'Iñi');
  fileId = await addFile(database.db, store, { name: `${NAME}.pdf` });
  await addExam(database.db, patientId, { fileId });
});

/** Every way in that needs a session: the contract's calls, whatever they are, and those beside it. */
const closed = () => closedRoutes(running().app);

/** A request that would succeed, were it not for the session. */
function requestTo({ method, path }: WayIn): InjectOptions {
  const asked = path.replace(':id', fileId);
  if (method !== 'GET' && method !== 'HEAD') {
    return { method, url: asked, payload: { idUsers: [patientId], ids: [patientId] } };
  }
  const isOfOne = path.includes('/get-') && path !== '/v1/user/get-all';
  return { method, url: isOfOne ? `${asked}?idUser=${patientId}` : asked };
}

/** The status and headers of an answer to who is signed in, which may be one without an end. */
async function answerTo(way: WayIn) {
  const answer = await bystander.request({ ...requestTo(way), payloadAsStream: true });
  answer.stream().destroy();
  return answer;
}

/** Sends one request to every closed way in, and expects each to be refused with nothing in it. */
async function expectAllRefused(headers: Record<string, string>) {
  for (const way of closed()) {
    const answer = await running().app.inject({ ...requestTo(way), headers });
    expect(answer.statusCode, nameOf(way)).toBe(401);
    const body = way.method === 'HEAD' ? '' : JSON.stringify(errorBody('UNAUTHORIZED'));
    expect(answer.body).toBe(body);
    expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toMatch(/igo|Ñanduty|correo/);
  }
}

async function sessionOf(email: string) {
  const { app, signInAs } = running();
  const person = await signInAs(email);
  const answer = await signIn(app, { email });
  return { person, cookie: cookieOf(answer), bearer: String(answer.headers['set-auth-token']) };
}

describe('T-B1: what is not open is refused with 401 and no datum', () => {
  test('E-1.4, E-6.1: the list of closed ways in is not empty, and each of them lets in who is signed in', async () => {
    const ways = closed();
    const calls = callRoutes(contract).filter(({ access }) => access !== 'open');
    const inContract = calls.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`);
    const beside = [FILE_PATH, EXPORT_PATH, ORDER_PDF_PATH, EVENTS_PATH].map(
      (path) => `GET ${path}`,
    );
    expect(ways.map(nameOf)).toEqual(expect.arrayContaining([...inContract, ...beside]));
    for (const way of ways.filter(({ method }) => method === 'GET')) {
      expect((await answerTo(way)).statusCode, nameOf(way)).not.toBe(401);
    }
  });

  test('E-2.21, E-6.4: without a session', async () => {
    await expectAllRefused({});
  });

  test('with an expired session', async () => {
    const { person, cookie, bearer } = await sessionOf('expirada@simiente.example');
    await running()
      .database.db.update(staffSessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(staffSessions.userId, person.id));
    await expectAllRefused({ cookie });
    await expectAllRefused({ authorization: `Bearer ${bearer}` });
  });

  test('with a session that was signed out', async () => {
    const { cookie, bearer } = await sessionOf('salida@simiente.example');
    await running().app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie } });
    await expectAllRefused({ cookie });
    await expectAllRefused({ authorization: `Bearer ${bearer}` });
  });

  test('E-6.3: with a session of an account that is not active, though the session is still there', async () => {
    const { person, cookie } = await sessionOf('suspendida@simiente.example');
    const { db } = running().database;
    for (const status of [SUSPENDED, 2, -1]) {
      const again = await signIn(running().app, { email: person.email });
      await db.update(staff).set({ status }).where(eq(staff.id, person.id));
      await expectAllRefused({ cookie: again.statusCode === 200 ? cookieOf(again) : cookie });
      await db.update(staff).set({ status: 1 }).where(eq(staff.id, person.id));
    }
  });

  test('with a forged cookie', async () => {
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
      await expectAllRefused({ cookie: `${name}=${encodeURIComponent(text)}` });
    }
    await expectAllRefused({ cookie: `other=${value}` });
    await expectAllRefused({ cookie: `${name}=%E0%A4%A` });
  });

  test('with a token of ours that somebody else signed', async () => {
    const [name = '', value = ''] = bystander.cookie.split('=');
    const [token = ''] = decodeURIComponent(value).split('.');
    const signedBy = (secret: string) =>
      createHmac('sha256', secret).update(token).digest('base64');
    expect(decodeURIComponent(value)).toBe(`${token}.${signedBy(TEST_SECRET)}`);
    for (const secret of ['', 'better-auth-secret-12345678901234567890', `${TEST_SECRET} `]) {
      const forged = encodeURIComponent(`${token}.${signedBy(secret)}`);
      await expectAllRefused({ cookie: `${name}=${forged}` });
    }
  });

  test('E-7.2: with a forged or altered bearer token', async () => {
    const { bearer } = await sessionOf('portadora@simiente.example');
    const [token = '', signature = ''] = decodeURIComponent(bearer).split('.');
    // Another one, whatever letter it begins with.
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
    for (const text of altered) await expectAllRefused({ authorization: `Bearer ${text}` });
    await expectAllRefused({ authorization: `Basic ${bearer}` });
    await expectAllRefused({ authorization: bearer });
  });

  test('and nobody else lost their session over it, nor did a refusal read or change a thing', async () => {
    const { database } = running();
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

describe('what is open', () => {
  test('is health and the intake, by name', () => {
    const open = callRoutes(contract).filter(({ access }) => access === 'open');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /health/live',
      'GET /health/ready',
      'POST /v1/prospects',
    ]);
  });

  test('T-I3: health says that it lives, and nothing else', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await running().app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ status: 200, data: { ok: true } });
    }
  });

  test('S-6, T-B1: no other route of the whole server answers without a session', async () => {
    const { app } = running();
    const answering: string[] = [];
    for (const way of everyRoute(app)) {
      const answer = await app.inject(requestTo(way));
      if (answer.statusCode !== 401) answering.push(nameOf(way));
    }
    expect(answering.toSorted()).toEqual(OPEN_ROUTES);
  });

  test('with its origins the intake answers their preflight, and nothing else is opened', async () => {
    const { app } = await startApplication({ intakeOrigins: ['https://landing.example'] });
    const known = new Set(everyRoute(running().app).map(nameOf));
    expect(
      everyRoute(app)
        .map(nameOf)
        .filter((route) => !known.has(route)),
    ).toEqual(['OPTIONS /v1/prospects']);
  });

  test('E-10.1: and with its secret the webhook of Calendly, by its signature and not by a session', async () => {
    const { app, staff: person } = await startApplication({
      calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    });
    const known = new Set(everyRoute(running().app).map(nameOf));
    expect(
      everyRoute(app)
        .map(nameOf)
        .filter((route) => !known.has(route)),
    ).toEqual(['POST /v1/webhooks/calendly']);
    const url = '/v1/webhooks/calendly';
    const unsigned = await person.request({ method: 'POST', url, payload: {} });
    expect([unsigned.statusCode, unsigned.json()]).toEqual([
      401,
      errorBody('WEBHOOK_SIGNATURE_INVALID'),
    ]);
    const signed = signedDelivery(calendlyDelivery({ invitee: 'ACCESS' }));
    expect((await app.inject({ method: 'POST', url, ...signed })).statusCode).toBe(200);
  });

  test('E-4.2: and beside the contract, sign-in, sign-out and the question who is signed in', async () => {
    const { app } = running();
    const asked = await app.inject({ url: '/api/auth/get-session' });
    expect([asked.statusCode, asked.json()]).toEqual([200, null]);
    const left = await app.inject({ method: 'POST', url: '/api/auth/sign-out' });
    expect([left.statusCode, left.json()]).toEqual([200, { success: true }]);
    expect((await signIn(app, { email: 'nadie@simiente.example' })).statusCode).toBe(401);
  });
});

test('T-F6: every answer of a call says that it is not to be kept', async () => {
  for (const way of closed().filter(({ path }) => path.startsWith('/v1/'))) {
    expect((await answerTo(way)).headers['cache-control'], nameOf(way)).toBe('no-store');
  }
});
