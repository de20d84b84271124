import { randomBytes } from 'node:crypto';
import { errorBody } from '@simiente/contract/common/errors';
import { count, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { bookingField, calendlyDeliveries } from '../../schema/webhooks.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import {
  calendlyDelivery,
  calendlySignature,
  type DeliveryFacts,
  inviteeUri,
  signedDelivery,
  TEST_CALENDLY_SECRET,
} from '../../testing/calendly.ts';
import { asOwner, createTestDatabase } from '../../testing/database.ts';
import { wireTo } from '../../testing/proxy.ts';
import { addPatient } from '../../testing/records.ts';
import { whileDeleted } from '../../testing/while-deleted.ts';
import { CALENDLY_WEBHOOK_PATH, LARGEST_DELIVERY } from './webhook.ts';

const running = sharedApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

let lastInvitee = 0;
/** A booking that no other test speaks of. */
function newInvitee(): string {
  lastInvitee += 1;
  return `INV${lastInvitee}`;
}

interface Request {
  readonly payload: string;
  readonly headers: Record<string, string>;
}

function post({ payload, headers }: Request, { app } = running()) {
  return app.inject({ method: 'POST', url: CALENDLY_WEBHOOK_PATH, payload, headers });
}

/** Sends a delivery as Calendly does, and expects it to be taken. */
async function deliver(facts: DeliveryFacts, to = running()) {
  const answer = await post(signedDelivery(calendlyDelivery(facts)), to);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toEqual({ status: 200, data: { received: true } });
}

async function appointmentsOf(invitee: string, { database } = running()) {
  return database.db
    .select()
    .from(recipeAppointments)
    .where(eq(recipeAppointments.calendlyInviteeUri, inviteeUri(invitee)));
}

async function deliveriesOf(invitee: string, { database } = running()) {
  const rows = await database.db.select().from(calendlyDeliveries).orderBy(calendlyDeliveries.id);
  return rows.filter(({ payload }) => JSON.stringify(payload).includes(`/${invitee}"`));
}

describe('the signature', () => {
  const body = () => JSON.stringify(calendlyDelivery({ invitee: newInvitee() }));
  const json = { 'content-type': 'application/json' };
  const signed = (payload: string, signature: string) => ({
    payload,
    headers: { ...json, 'calendly-webhook-signature': signature },
  });
  /** What was kept before and after, to see that a refusal keeps nothing. */
  const kept = async () => {
    const [row] = await running().database.db.select({ figure: count() }).from(calendlyDeliveries);
    return row?.figure;
  };

  test('of our secret and of now is taken', async () => {
    expect((await post(signedDelivery(body()))).statusCode).toBe(200);
  });

  test('may be one of several, in any case, with blanks between', async () => {
    const payload = body();
    const [time, fitting = ''] = calendlySignature(payload).split(',');
    const header = `${time}, v1=${'0'.repeat(64)}, ${fitting.toUpperCase().replace('V1', 'v1')},v2=x`;
    expect((await post(signed(payload, header))).statusCode).toBe(200);
  });

  test('may be three minutes old or ahead, and not more', async () => {
    for (const [seconds, status] of [
      [-178, 200],
      [178, 200],
      [-182, 401],
      [182, 401],
      [-86_400, 401],
    ] as const) {
      const payload = body();
      const header = calendlySignature(payload, { at: Date.now() + seconds * 1000 });
      expect((await post(signed(payload, header))).statusCode, `${seconds} s`).toBe(status);
    }
  });

  const refused: [string, (payload: string) => Request][] = [
    ['missing', (payload) => ({ payload, headers: json })],
    ['empty', (payload) => signed(payload, '')],
    [
      'of another secret',
      (payload) => signed(payload, calendlySignature(payload, { secret: 'x'.repeat(40) })),
    ],
    ['of another body', (payload) => signed(payload, calendlySignature(`${payload} `))],
    [
      'of a body changed by one letter',
      (payload) => signed(payload.replace('Rosa', 'Rasa'), calendlySignature(payload)),
    ],
    [
      'of another time',
      (payload) => {
        const [, digest] = calendlySignature(payload).split(',');
        return signed(payload, `t=${Math.floor(Date.now() / 1000) + 1},${digest}`);
      },
    ],
    ['with a second time', (payload) => signed(payload, `t=1,${calendlySignature(payload)}`)],
    [
      'without a time',
      (payload) => signed(payload, calendlySignature(payload).replace(/^t=\d+,/, '')),
    ],
    [
      'without a digest',
      (payload) => signed(payload, calendlySignature(payload).replace(/,.*/, '')),
    ],
    ['cut off', (payload) => signed(payload, calendlySignature(payload).slice(0, -1))],
    ['that is nonsense', (payload) => signed(payload, 'nada')],
    [
      'that is endless',
      (payload) => signed(payload, `${calendlySignature(payload)}${',v1=a'.repeat(500)}`),
    ],
    ['of an empty body', () => signed('', calendlySignature('x'))],
  ];

  test.each(refused)('%s is a 401 in the one form, and nothing is kept', async (_, make) => {
    const before = await kept();
    const answer = await post(make(body()));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual(errorBody('WEBHOOK_SIGNATURE_INVALID'));
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await kept()).toBe(before);
  });

  test('is asked for before the body is looked at', async () => {
    expect((await post({ payload: '{', headers: json })).statusCode).toBe(401);
  });

  test('without the secret the call does not exist', async () => {
    const without = await startApplication();
    const answer = await post(signedDelivery(body()), without);
    expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ROUTE_NOT_FOUND')]);
  });

  test('does not open it to other methods, other types, larger bodies or other pages', async () => {
    const { app } = running();
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: CALENDLY_WEBHOOK_PATH })).statusCode).toBe(404);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const request = signedDelivery(body());
      const answer = await post({
        ...request,
        headers: { ...request.headers, 'content-type': type },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        415,
        errorBody('UNSUPPORTED_MEDIA_TYPE'),
      ]);
    }
    const large = await post(signedDelivery(JSON.stringify('x'.repeat(LARGEST_DELIVERY))));
    expect([large.statusCode, large.json()]).toEqual([413, errorBody('PAYLOAD_TOO_LARGE')]);
    const request = signedDelivery(body());
    const elsewhere = await post({
      ...request,
      headers: { ...request.headers, origin: 'https://evil.example' },
    });
    expect(elsewhere.statusCode).toBe(403);
  });
});

describe('a booking', () => {
  test('becomes a pending appointment of the one patient with that e-mail', async () => {
    const { db } = running().database;
    const patientId = await addPatient(db, { name: 'Elena Duarte', email: 'Elena@Correo.example' });
    const invitee = newInvitee();
    await deliver({ invitee, email: ' elena@correo.EXAMPLE', name: 'Elena D.' });

    const [appointment, ...others] = await appointmentsOf(invitee);
    expect(others).toEqual([]);
    expect(appointment).toMatchObject({
      patientId,
      status: 'pending',
      type: 'Validación de receta',
      startsAt: new Date('2026-12-01T17:00:00Z'),
      meetingUrl: `https://meet.example/${invitee}`,
      createdAt: new Date('2026-11-02T15:00:00.123Z'),
      inviteeName: 'Elena D.',
      inviteeEmail: 'elena@correo.EXAMPLE',
      version: 1,
    });
    const [delivery] = await deliveriesOf(invitee);
    expect(delivery).toMatchObject({
      event: 'invitee.created',
      outcome: 'applied',
      reason: null,
      appointmentId: appointment?.id,
      attempts: 1,
      processedAt: expect.any(Date),
    });
    const audited = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, appointment?.id ?? ''));
    expect(audited).toMatchObject([
      {
        action: 'appointment.created',
        actorKind: 'system',
        subjectKind: 'recipe_appointment',
        patientId,
        address: '127.0.0.1',
        details: { delivery: delivery?.id },
      },
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/elena|receta/i);
    const page = await running().staff.get(
      `/v1/user/get-medical-history-patient?idUser=${patientId}`,
    );
    expect(page.body).toMatchObject({
      data: { appointments: { recipeAppointments: [{ id: appointment?.id }] } },
    });
  });

  test('with the e-mail of somebody who is being deleted waits for it, and has no patient', async () => {
    const { db } = running().database;
    const invitee = newInvitee();
    const email = `${invitee}@correo.example`.toLowerCase();
    const idUser = await addPatient(db, { email });
    await whileDeleted(db, idUser, () => deliver({ invitee, email }));
    expect(await appointmentsOf(invitee)).toMatchObject([{ patientId: null }]);
  });

  test.each([
    ['nobody', []],
    ['several', [{}, {}]],
    ['somebody in the bin', [{ deletedAt: new Date() }]],
  ] as const)('whose e-mail is of %s has no patient', async (_, people) => {
    const invitee = newInvitee();
    const email = `${invitee}@correo.example`.toLowerCase();
    for (const person of people) await addPatient(running().database.db, { ...person, email });
    await deliver({ invitee, email });
    expect(await appointmentsOf(invitee)).toMatchObject([{ patientId: null, inviteeEmail: email }]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://meet.example/x',
    'meet.example',
    '',
  ])('with the link %j has none', async (joinUrl) => {
    const invitee = newInvitee();
    await deliver({ invitee, joinUrl });
    expect(await appointmentsOf(invitee)).toMatchObject([{ meetingUrl: null }]);
    expect(await deliveriesOf(invitee)).toMatchObject([
      { outcome: 'applied', reason: 'meeting-url-not-web' },
    ]);
  });

  test('of a meeting without a place is kept', async () => {
    const invitee = newInvitee();
    const delivery = calendlyDelivery({ invitee });
    const { location, ...meeting } = delivery.payload.scheduled_event;
    const body = { ...delivery, payload: { ...delivery.payload, scheduled_event: meeting } };
    expect((await post(signedDelivery(body))).statusCode).toBe(200);
    expect(await appointmentsOf(invitee)).toMatchObject([{ meetingUrl: null }]);
  });

  test('delivered again, within the tolerance, changes nothing', async () => {
    const invitee = newInvitee();
    const request = signedDelivery(calendlyDelivery({ invitee }));
    for (let time = 0; time < 3; time += 1) expect((await post(request)).statusCode).toBe(200);
    expect(await appointmentsOf(invitee)).toMatchObject([{ version: 1 }]);
    expect(await deliveriesOf(invitee)).toMatchObject([{ outcome: 'applied', attempts: 1 }]);
  });

  test('delivered by a second subscription, written otherwise, changes nothing either', async () => {
    const invitee = newInvitee();
    await deliver({ invitee });
    const again = {
      ...calendlyDelivery({ invitee }),
      created_by: 'https://api.calendly.com/users/B',
    };
    expect((await post(signedDelivery(again))).statusCode).toBe(200);
    expect(await appointmentsOf(invitee)).toMatchObject([{ version: 1 }]);
    expect(await deliveriesOf(invitee)).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'ignored', reason: 'already-known' },
    ]);
  });

  test('delivered fifty times at once is one appointment', async () => {
    const invitee = newInvitee();
    const request = signedDelivery(calendlyDelivery({ invitee }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(request)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await appointmentsOf(invitee)).toMatchObject([{ version: 1 }]);
    expect(await deliveriesOf(invitee)).toMatchObject([{ outcome: 'applied', attempts: 1 }]);
  });
});

describe('a delivery that', () => {
  test('is of an event that is not used is kept and ignored', async () => {
    const invitee = newInvitee();
    await deliver({ invitee, event: 'invitee_no_show.created' });
    expect(await appointmentsOf(invitee)).toEqual([]);
    expect(await deliveriesOf(invitee)).toMatchObject([
      { event: 'invitee_no_show.created', outcome: 'ignored', reason: 'event-not-used' },
    ]);
  });

  test('does not fit is kept as failed, with where and without what', async () => {
    const invitee = newInvitee();
    const delivery = calendlyDelivery({ invitee, startsAt: '2026-02-30T10:00:00Z' });
    const body = { ...delivery, payload: { ...delivery.payload, email: 7 } };
    expect((await post(signedDelivery(body))).statusCode).toBe(200);
    expect(await appointmentsOf(invitee)).toEqual([]);
    expect(await deliveriesOf(invitee)).toMatchObject([
      {
        outcome: 'failed',
        reason: 'payload-mismatch: payload.email, payload.scheduled_event.start_time',
        attempts: 1,
      },
    ]);
  });

  test.each([
    ['no JSON', 'esto no es JSON'],
    ['no object', '[1,2]'],
    ['null', 'null'],
    ['nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['long', JSON.stringify(Array.from({ length: 90_000 }, () => 1))],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe]).toString('latin1')],
    ['a trap', '{"__proto__":{"event":"invitee.created"},"constructor":{"prototype":{}}}'],
  ])('is %s is kept as failed too', async (_, text) => {
    const { db } = running().database;
    const before = (await db.select({ figure: count() }).from(calendlyDeliveries))[0]?.figure ?? 0;
    const answer = await post(signedDelivery(text));
    expect(answer.statusCode).toBe(200);
    const rows = await db.select().from(calendlyDeliveries).orderBy(calendlyDeliveries.id);
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({ event: 'unknown', outcome: 'failed' });
  });

  test('names bookings beyond all measure is kept as failed too', async () => {
    const { payload, ...delivery } = calendlyDelivery({ invitee: newInvitee() });
    const endless = () => `https://api.calendly.com/${randomBytes(6000).toString('base64url')}`;
    const names = { uri: endless(), old_invitee: endless(), new_invitee: endless() };
    const body = { ...delivery, payload: { ...payload, ...names } };
    expect((await post(signedDelivery(body))).statusCode).toBe(200);
    const kept = await running()
      .database.db.select()
      .from(calendlyDeliveries)
      .where(eq(bookingField(calendlyDeliveries.payload, 'uri'), names.uri));
    expect(kept).toMatchObject([
      {
        outcome: 'failed',
        reason: 'payload-mismatch: payload.uri, payload.old_invitee, payload.new_invitee',
      },
    ]);
  });

  test('holds what PostgreSQL cannot is kept without it', async () => {
    const invitee = newInvitee();
    await deliver({ invitee, name: 'Ana\u0000 \ud800 \\u0000 😀' });
    expect(await appointmentsOf(invitee)).toMatchObject([
      { inviteeName: 'Ana\ufffd \ufffd \\u0000 😀' },
    ]);
  });
});

describe('a fault in the middle', () => {
  const own = () => startApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

  test('leaves nothing half done, is answered 200, and can be replayed', async () => {
    const application = await own();
    const { database, staff } = application;
    await asOwner(
      database,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on audit_events for each row
         when (new.action = 'appointment.created') execute function refuse();`,
    );
    await deliver({ invitee: 'F1', name: 'Rosa Méndez' }, application);
    expect(await appointmentsOf('F1', application)).toEqual([]);
    const [delivery] = await deliveriesOf('F1', application);
    expect(delivery).toMatchObject({ outcome: 'failed', reason: 'fault', attempts: 1 });

    const idDelivery = String(delivery?.id);
    const replay = () =>
      staff.request({
        method: 'POST',
        url: '/v1/webhooks/calendly-replay',
        payload: { idDelivery },
      });
    expect((await replay()).json().data).toEqual({
      outcome: 'failed',
      reason: 'Ocurrió un fallo al aplicarlo.',
      idAppointment: null,
    });
    await asOwner(database, 'drop trigger refuse on audit_events');
    const [first, again] = [await replay(), await replay()];
    const [appointment] = await appointmentsOf('F1', application);
    expect(first.json().data).toEqual({
      outcome: 'applied',
      reason: null,
      idAppointment: appointment?.id,
    });
    expect(again.json()).toEqual(first.json());
    expect(await deliveriesOf('F1', application)).toMatchObject([{ attempts: 3 }]);
    const audited = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'delivery.replayed'));
    expect(audited.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual(
      Array(3).fill([staff.id, idDelivery]),
    );
  });

  test('is done when Calendly delivers it again', async () => {
    const application = await own();
    await asOwner(
      application.database,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on recipe_appointments for each row execute function refuse();`,
    );
    await deliver({ invitee: 'F2' }, application);
    await asOwner(application.database, 'drop trigger refuse on recipe_appointments');
    await deliver({ invitee: 'F2' }, application);
    expect(await appointmentsOf('F2', application)).toHaveLength(1);
    expect(await deliveriesOf('F2', application)).toMatchObject([
      { outcome: 'applied', reason: null, attempts: 2 },
    ]);
  });

  test('T-H3: a database that is not there is a 503, so that Calendly comes back', async () => {
    const database = await createTestDatabase();
    const wire = await wireTo(database.app);
    const through = openDatabase({ ...wire.config, max: 5 }, pino({ level: 'silent' }));
    onTestFinished(() => through.close());
    const application = await startApplication({
      database: { ...database, ...through },
      calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    });
    const request = signedDelivery(calendlyDelivery({ invitee: 'F3' }));
    await wire.cut();
    const answer = await post(request, application);
    expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(answer.headers['retry-after']).toBeDefined();
    await wire.mend();
    expect((await post(request, application)).statusCode).toBe(200);
    expect(await appointmentsOf('F3', application)).toHaveLength(1);
  });
});
