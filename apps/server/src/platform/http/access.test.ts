import { contract } from '@simiente/contract';
import { errorBody } from '@simiente/contract/common/errors';
import { FILE_PATH } from '@simiente/contract/files';
import { eq } from 'drizzle-orm';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff, staffSessions } from '../../schema/staff.ts';
import {
  cookieOf,
  sharedApplication,
  signIn,
  startApplication,
  type TestStaff,
} from '../../testing/application.ts';
import { calendlyDelivery, signedDelivery, TEST_CALENDLY_SECRET } from '../../testing/calendly.ts';
import { addExam, addFertilityTest, addFile, addPatient } from '../../testing/records.ts';
import { callRoutes } from './calls.ts';

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

interface Closed {
  readonly method: HTTPMethods;
  readonly url: string;
}

/** Every way in that needs a session: the contract's calls, whatever they are, and those beside it. */
const closed: readonly Closed[] = [
  ...callRoutes(contract)
    .filter(({ access }) => access !== 'open')
    .map(({ method, path }) => ({ method, url: path })),
  { method: 'GET', url: FILE_PATH },
  { method: 'GET', url: '/openapi.json' },
  { method: 'GET', url: '/docs' },
  { method: 'GET', url: '/docs/json' },
  { method: 'GET', url: '/docs/static/swagger-ui.css' },
];

/** Reads the tree that Fastify prints of its routes. */
function everyRoute(printed: string): Closed[] {
  const lines = printed.split('\n').flatMap((line) => {
    const [, indent, path = '', methods = ''] = /^( *)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
    return indent === undefined
      ? []
      : [{ nested: indent !== '', path, methods: methods.split(', ') }];
  });
  let parent = '';
  return lines.flatMap(({ nested, path, methods }) => {
    if (!nested) parent = path;
    return methods.map((method) => ({
      method,
      url: (nested ? parent + path : path).replace('*', '/static/swagger-ui.css'),
    }));
  });
}

/** A request that would succeed, were it not for the session. */
function requestTo({ method, url }: Closed): InjectOptions {
  const asked = url.replace(':id', fileId);
  return method === 'GET'
    ? {
        method: 'GET',
        url:
          url.includes('/get-') && url !== '/v1/user/get-all'
            ? `${asked}?idUser=${patientId}`
            : asked,
      }
    : { method, url: asked, payload: { idUsers: [patientId], ids: [patientId] } };
}

/** Sends one request to every closed way in, and expects each to be refused with nothing in it. */
async function expectAllRefused(headers: Record<string, string>) {
  for (const way of closed) {
    const answer = await running().app.inject({ ...requestTo(way), headers });
    expect(answer.statusCode, `${way.method} ${way.url}`).toBe(401);
    expect(answer.json()).toEqual(errorBody('UNAUTHORIZED'));
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
  test('the list of closed ways in is not empty, and each of them lets in who is signed in', async () => {
    expect(closed.length).toBeGreaterThan(10);
    for (const way of closed.filter(({ method }) => method === 'GET')) {
      const answer = await bystander.request(requestTo(way));
      expect(answer.statusCode, way.url).not.toBe(401);
    }
  });

  test('without a session', async () => {
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

  test('with a session of an account that is not active, though the session is still there', async () => {
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

  test('with a forged or altered bearer token', async () => {
    const { bearer } = await sessionOf('portadora@simiente.example');
    const [token = '', signature = ''] = decodeURIComponent(bearer).split('.');
    const altered = [
      `${token}.${signature.slice(0, -2)}AA`,
      `x${token.slice(1)}.${signature}`,
      `x${token.slice(1)}`,
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
  test('is health, by name', () => {
    const open = callRoutes(contract).filter(({ access }) => access === 'open');
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /health/live',
      'GET /health/ready',
    ]);
  });

  test('T-I3: health says that it lives, and nothing else', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await running().app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ status: 200, data: { ok: true } });
    }
  });

  test('no other route of the whole server answers without a session', async () => {
    const { app } = running();
    const answering: string[] = [];
    for (const { method, url } of everyRoute(app.printRoutes({ commonPrefix: false }))) {
      const answer = await app.inject({
        method,
        url: url.replace(':id', fileId),
        payload: method === 'POST' ? {} : undefined,
      });
      if (answer.statusCode !== 401) answering.push(`${method} ${url}`);
    }
    expect(answering.toSorted()).toEqual([
      'GET /api/auth/get-session',
      'GET /health/live',
      'GET /health/ready',
      'HEAD /api/auth/get-session',
      'HEAD /health/live',
      'HEAD /health/ready',
      // Its own 400: the body has no e-mail.
      'POST /api/auth/sign-in/email',
      'POST /api/auth/sign-out',
    ]);
  });

  test('and with its secret the webhook of Calendly, by its signature and not by a session', async () => {
    const { app, staff: person } = await startApplication({
      calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    });
    const routesOf = ({ printRoutes }: typeof app) =>
      everyRoute(printRoutes({ commonPrefix: false })).map(({ method, url }) => `${method} ${url}`);
    const known = new Set(routesOf(running().app));
    expect(routesOf(app).filter((route) => !known.has(route))).toEqual([
      'POST /v1/webhooks/calendly',
    ]);
    const url = '/v1/webhooks/calendly';
    const unsigned = await person.request({ method: 'POST', url, payload: {} });
    expect([unsigned.statusCode, unsigned.json()]).toEqual([
      401,
      errorBody('WEBHOOK_SIGNATURE_INVALID'),
    ]);
    const signed = signedDelivery(calendlyDelivery({ invitee: 'ACCESS' }));
    expect((await app.inject({ method: 'POST', url, ...signed })).statusCode).toBe(200);
  });

  test('and beside the contract, sign-in, sign-out and the question who is signed in', async () => {
    const { app } = running();
    const asked = await app.inject({ url: '/api/auth/get-session' });
    expect([asked.statusCode, asked.json()]).toEqual([200, null]);
    const left = await app.inject({ method: 'POST', url: '/api/auth/sign-out' });
    expect([left.statusCode, left.json()]).toEqual([200, { success: true }]);
    expect((await signIn(app, { email: 'nadie@simiente.example' })).statusCode).toBe(401);
  });
});

test('T-F6: every answer of a call says that it is not to be kept', async () => {
  for (const way of closed.filter(({ url }) => url.startsWith('/v1/'))) {
    const answer = await bystander.request(requestTo(way));
    expect(answer.headers['cache-control'], way.url).toBe('no-store');
  }
});
