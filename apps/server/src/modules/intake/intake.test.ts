import { errorBody } from '@simiente/contract/common/errors';
import { MAX_INTAKE_SIZE } from '@simiente/contract/intake/calls';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { addProspect } from '../../testing/records.ts';

const LANDING = 'https://landing.example';
const OTHER = 'https://otra.example';
const URL = '/v1/prospects';

const perNetwork = (max: number) => ({
  perNetwork: { max, windowSeconds: 600 },
  total: { max: 1e6, windowSeconds: 600 },
});

const testApp = sharedApplication({
  intakeOrigins: [LANDING],
  intakeLimits: perNetwork(1_000),
});

/** The values of the landing page's form. */
const written = {
  name: 'Iñigo Núñez',
  mail: 'inigo@correo.example',
  phone: '+52 55 1234 5678',
  motivo: 'Quiero una prueba.\r\n¿Cuánto cuesta?',
  consent: true,
  consentVersion: '2026-11',
  website: '',
};

type Answering = Pick<ReturnType<typeof testApp>, 'app'>;

function send(payload: unknown, options: InjectOptions = {}, { app }: Answering = testApp()) {
  return app.inject({
    method: 'POST',
    url: URL,
    payload: payload as object,
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
}

async function find(name: string) {
  const { db } = testApp().database;
  return db.select().from(prospects).where(eq(prospects.name, name));
}

// Earlier messages are removed, because one with the same contact would be the same prospect.
beforeEach(async () => {
  await testApp().database.db.delete(prospects);
});

/** A message of a person who never wrote before. */
const makeInput = () => ({ ...written, mail: `${crypto.randomUUID()}@correo.example`, phone: '' });

const isRejection = eq(auditEvents.action, 'prospect.refused');
const success = { status: 200, data: { received: true } };

describe('a message of the landing page', () => {
  test('E-10.90: is stored as a pending prospect, with the time and text of consent', async () => {
    const before = Date.now();
    const answer = await send(
      { ...written, name: 'Uno Primero' },
      { remoteAddress: '203.0.113.9' },
    );
    expect([answer.statusCode, answer.json()]).toEqual([200, success]);
    const [prospect] = await find('Uno Primero');
    expect(prospect).toMatchObject({
      id: expect.stringMatching(/^prs_[0-9a-f]{20}$/),
      email: written.mail,
      phone: written.phone,
      reason: 'Quiero una prueba.\n¿Cuánto cuesta?',
      status: 'pending',
      notes: null,
      consentVersion: '2026-11',
      version: 1,
    });
    expect(prospect?.consentAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(prospect?.createdAt).toEqual(prospect?.consentAt);
    const acts = await testApp()
      .database.db.select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, prospect?.id ?? ''));
    expect(acts).toMatchObject([
      {
        action: 'prospect.received',
        actorKind: 'anonymous',
        actorId: null,
        address: '203.0.113.9',
        details: { consentVersion: '2026-11' },
      },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/Primero|correo|1234 ?5678|prueba/);
  });

  test('E-10.1809: is stored as a note of the prospect if its e-mail or phone was received within the last 30 days', async () => {
    const { db } = testApp().database;
    const listProspects = () => db.select().from(prospects).orderBy(prospects.createdSort);
    await send(written);
    // A repeated request within a minute changes nothing.
    await send(written);
    expect(await listProspects()).toMatchObject([{ notes: null, version: 1 }]);

    const { mail: _mail, ...byPhone } = {
      ...written,
      phone: '(55) 1234-5678',
      motivo: '¿Hay citas?',
    };
    await send(byPhone);
    await send(byPhone);
    await send({ ...written, mail: 'INIGO@correo.example', phone: '', name: 'I. Núñez' });
    const [one, ...others] = await listProspects();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ name: written.name, phone: written.phone, version: 3 });
    expect(one?.notes?.split('\n').map((line) => line.replace(/^.* · /, ''))).toEqual([
      'Escribió otra vez ((55) 1234-5678): ¿Hay citas?',
      'Escribió otra vez (I. Núñez, INIGO@correo.example): Quiero una prueba.',
      '¿Cuánto cuesta?',
    ]);
    const acts = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, one?.id ?? ''));
    expect(acts.map(({ action }) => action)).toEqual([
      'prospect.received',
      'prospect.received_again',
      'prospect.received_again',
    ]);

    await db
      .update(prospects)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(prospects.id, one?.id ?? ''));
    await Promise.all([send(written), send(written)]);
    expect(await listProspects()).toHaveLength(2);
  });

  test('may have a single way of contact, and no reason', async () => {
    for (const [name, contact] of [
      ['Solo Correo', { mail: 'solo@correo.example' }],
      ['Solo Teléfono', { phone: '5512345678', mail: ' ', motivo: '' }],
    ] as const) {
      const { consent, consentVersion } = written;
      const answer = await send({ name, consent, consentVersion, ...contact });
      expect(answer.statusCode).toBe(200);
      expect(await find(name)).toMatchObject([{ reason: null }]);
    }
    expect(await find('Solo Teléfono')).toMatchObject([{ email: null, phone: '5512345678' }]);
  });

  test('E-10.92: gets the same answer for known and unknown senders, and reveals nothing', async () => {
    await addProspect(testApp().database.db, { name: 'Ya Está', email: 'ya@correo.example' });
    const known = await send({ ...written, mail: 'ya@correo.example', name: 'Ya Está' });
    const unknown = await send({ ...written, mail: 'nuevo@correo.example', name: 'Es Nuevo' });
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await testApp().app.inject({ method, url: URL });
      expect(answer.statusCode, method).toBe(404);
    }
  });

  test('E-10.94, T-E1, T-E6: keeps any text as plain text', async () => {
    const hostile = {
      name: '=HYPERLINK("https://evil.example","ver")',
      motivo: "<img src=x onerror=alert(1)> {{7*7}} '; drop table prospects; --",
    };
    expect((await send({ ...written, ...hostile })).statusCode).toBe(200);
    expect(await find(hostile.name)).toMatchObject([{ reason: hostile.motivo }]);
  });

  test('E-10.94: loses invisible characters: bidi controls and zero-width spaces', async () => {
    const answer = await send({
      ...written,
      name: '\u202eOculto\u202c\u200b Pérez\ufeff',
      phone: '\u200e55 1234 5678\u200e',
      motivo: 'a\u2066b\u2069c',
    });
    expect(answer.statusCode).toBe(200);
    expect(await find('Oculto Pérez')).toMatchObject([{ phone: '55 1234 5678', reason: 'abc' }]);
  });
});

describe('T-C2, T-C3, T-F9: invalid input of the landing page', () => {
  const { consent: _, ...withoutConsent } = written;
  const { consentVersion: __, ...withoutVersion } = written;
  const { name: ___, ...withoutName } = written;
  test.each<[string, unknown, string]>([
    ['without consent', withoutConsent, 'consent'],
    ['with a refused consent', { ...written, consent: false }, 'consent'],
    ['without the version of the text', withoutVersion, 'consentVersion'],
    ['with markup for a version', { ...written, consentVersion: '<b>' }, 'consentVersion'],
    ['without a name', withoutName, 'name'],
    ['with a name of nothing', { ...written, name: ' \u200b ' }, 'name'],
    ['with a name of 500 characters', { ...written, name: 'ñ'.repeat(500) }, 'name'],
    ['with a name of two lines', { ...written, name: 'Ana\nBcc: x' }, 'name'],
    ['with NUL in the name', { ...written, name: 'Ana\u0000' }, 'name'],
    ['with half a character in the reason', { ...written, motivo: 'x\ud800' }, 'motivo'],
    ['with a control character in the reason', { ...written, motivo: 'x\u001b[2J' }, 'motivo'],
    ['with a long reason', { ...written, motivo: 'x'.repeat(2_001) }, 'motivo'],
    ['with no mail address', { ...written, mail: 'no es' }, 'mail'],
    ['with a phone of letters', { ...written, phone: 'llámame' }, 'phone'],
    ['with neither mail nor phone', { ...written, mail: '', phone: '' }, 'mail'],
    ['with a status', { ...written, status: 'converted' }, ''],
    ['with notes', { ...written, notes: 'x' }, ''],
  ])('E-10.90: %s returns a 400 with its path', async (_what, payload, path) => {
    const answer = await send(payload);
    expect(answer.statusCode).toBe(400);
    const { code, issues } = answer.json();
    expect(code).toBe('BAD_REQUEST');
    expect(issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test('E-10.94: has its own error if it is invalid JSON, has another type, or is too large', async () => {
    const { app } = testApp();
    const post = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: URL, payload, headers: { 'content-type': type } });
    for (const [answer, code] of [
      [await post('{"name":', 'application/json'), 'MALFORMED_JSON'],
      [await post('', 'application/json'), 'MALFORMED_JSON'],
      [
        await post('name=Ana&consent=true', 'application/x-www-form-urlencoded'),
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [await post(JSON.stringify(written), 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE'],
      [
        await post(
          JSON.stringify({ ...written, website: 'x'.repeat(MAX_INTAKE_SIZE) }),
          'application/json',
        ),
        'PAYLOAD_TOO_LARGE',
      ],
    ] as const) {
      expect([answer.statusCode, answer.json()]).toEqual([errorBody(code).status, errorBody(code)]);
    }
  });
});

test('E-10.92: a program that fills the honeypot gets a success, and nothing is stored', async () => {
  const answer = await send({ ...written, name: 'Un Programa', website: 'https://spam.example' });
  const person = await send({ ...written, name: 'Una Persona' });
  expect([answer.statusCode, answer.body]).toEqual([person.statusCode, person.body]);
  expect(await find('Un Programa')).toEqual([]);
  expect(await find('Una Persona')).toHaveLength(1);
});

describe('T-B5: a landing page of another origin', () => {
  const preflight = (origin: string, application: Answering = testApp()) =>
    application.app.inject({
      method: 'OPTIONS',
      url: URL,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
  const getCorsHeaders = ({ headers }: Awaited<ReturnType<typeof send>>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control'));

  test('E-10.91: may send, and read the answer, also a rejection, if INTAKE_ORIGINS lists it', async () => {
    const response = await preflight(LANDING);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': LANDING,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      vary: expect.stringMatching(/origin/i),
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    const headers = { origin: LANDING, 'sec-fetch-site': 'cross-site' };
    const taken = await send({ ...written, name: 'De Fuera' }, { headers });
    const rejected = await send({}, { headers });
    const tooLarge = await send({ website: 'x'.repeat(MAX_INTAKE_SIZE) }, { headers });
    expect([taken, rejected, tooLarge].map(({ statusCode }) => statusCode)).toEqual([
      200, 400, 413,
    ]);
    for (const answer of [taken, rejected, tooLarge]) {
      expect(answer.headers['access-control-allow-origin']).toBe(LANDING);
      expect(answer.headers['access-control-expose-headers']).toBe('retry-after');
      expect(answer.headers.vary).toMatch(/origin/i);
    }
    expect(await find('De Fuera')).toHaveLength(1);
  });

  test.each([OTHER, 'null', 'http://landing.example', `${LANDING}.evil.example`, `${LANDING}:444`])(
    'E-10.91: is rejected without CORS headers if INTAKE_ORIGINS does not list it (%s), and nothing is stored',
    async (origin) => {
      const response = await preflight(origin);
      const sent = await send({ ...written, name: `De ${origin}` }, { headers: { origin } });
      for (const answer of [response, sent]) {
        expect([answer.statusCode, answer.json()]).toEqual([403, errorBody('CROSS_ORIGIN')]);
        expect(getCorsHeaders(answer)).toEqual([]);
      }
      expect(await find(`De ${origin}`)).toEqual([]);
    },
  );

  test('E-10.91: may call only the intake if INTAKE_ORIGINS lists it, and nothing if INTAKE_ORIGINS is not set', async () => {
    const { staff } = testApp();
    const elsewhere = await staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: ['x'] },
      headers: { origin: LANDING },
    });
    expect(elsewhere.statusCode).toBe(403);
    const list = await staff.request({ url: '/v1/user/list', headers: { origin: LANDING } });
    expect(getCorsHeaders(list)).toEqual([]);

    const closed = await startApplication();
    expect((await preflight(LANDING, closed)).statusCode).toBe(404);
    const sent = await send(written, { headers: { origin: LANDING } }, closed);
    expect(sent.statusCode).toBe(403);
    expect((await send(written, {}, closed)).statusCode).toBe(200);
  });
});

describe('T-A1, T-A2: the limits of the intake', () => {
  test('E-10.93: accept at most the limit of 1 000 calls from one address, and do not affect others', async () => {
    // All calls are admitted, so that they are counted.
    const queue = { waiting: 2_000, maxWait: 600_000 };
    const requestSlotLimits = { all: 20, perClient: 20, retryAfter: 2, ...queue };
    const started = await startApplication({ intakeLimits: perNetwork(5), requestSlotLimits });
    const { database } = started;
    const from = (remoteAddress: string) => send(makeInput(), { remoteAddress }, started);
    const calls = Array.from({ length: 1_000 }, () => from('198.51.100.7'));
    // During these calls another address writes, and staff read a list.
    const [other, list] = await Promise.all([
      from('198.51.100.8'),
      started.staff.get('/v1/user/list'),
    ]);
    expect([other.statusCode, list.status]).toEqual([200, 200]);
    const answers = await Promise.all(calls);
    const byStatus = Object.groupBy(answers, ({ statusCode }) => String(statusCode));
    expect(byStatus['200']).toHaveLength(5);
    expect(byStatus['429']).toHaveLength(995);
    for (const { headers } of byStatus['429'] ?? []) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await database.db.select().from(prospects)).toHaveLength(6);
    const rejections = await database.db.select().from(auditEvents).where(isRejection);
    expect(rejections).toMatchObject([
      { actorKind: 'anonymous', address: '198.51.100.7', details: { code: 'TOO_MANY_REQUESTS' } },
    ]);
  });

  test('stop the calls of many networks together as well', async () => {
    const { app, database } = await startApplication({
      intakeLimits: { ...perNetwork(5), total: { max: 7, windowSeconds: 600 } },
    });
    const statuses: number[] = [];
    for (let network = 0; network < 10; network += 1) {
      const answer = await send(makeInput(), { remoteAddress: `198.51.${network}.7` }, { app });
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) {
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(500);
      }
    }
    expect(statuses).toEqual([...Array(7).fill(200), 429, 429, 429]);
    expect(await database.db.$count(prospects)).toBe(7);
    expect(await database.db.$count(auditEvents, isRejection)).toBe(1);
  });

  test('E-10.93: count per /64 of IPv6, and only by the address that a trusted proxy gives', async () => {
    const { database, ...direct } = await startApplication({ intakeLimits: perNetwork(1) });
    const statuses = async (requests: readonly InjectOptions[], application: Answering) => {
      const answers: number[] = [];
      for (const request of requests) {
        answers.push((await send(makeInput(), request, application)).statusCode);
      }
      return answers;
    };
    const forwardedHeaders = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    expect(
      await statuses(
        [
          { remoteAddress: '2001:db8:1:2::1' },
          { remoteAddress: '2001:db8:1:2:ffff::9' },
          { remoteAddress: '2001:db8:1:3::1' },
          forwardedHeaders('203.0.113.1'),
          forwardedHeaders('203.0.113.2'),
        ],
        direct,
      ),
    ).toEqual([200, 429, 200, 200, 429]);
    const behind = await startApplication({ intakeLimits: perNetwork(1), trustProxy: '127.0.0.1' });
    const proxied = ['203.0.113.1', '203.0.113.2', '203.0.113.1'].map(forwardedHeaders);
    expect(await statuses(proxied, behind)).toEqual([200, 200, 429]);
    expect(await database.db.select().from(prospects)).toHaveLength(3);
  });
});
