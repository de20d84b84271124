import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { sharedApplication } from '../../testing/application.ts';
import { whileDeleted } from '../../testing/calls/while-deleted.ts';
import { addPatient } from '../../testing/records.ts';
import {
  calendlyWebhook,
  signedWebhook,
  TEST_CALENDLY_SECRET,
} from '../../testing/services/calendly.ts';
import {
  deliver,
  findAppointments,
  findWebhooks,
  newInvitee,
  post,
} from '../../testing/services/calendly-webhook.ts';

const testApp = sharedApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

describe('a booking of Calendly', () => {
  test('E-10.2: becomes a pending appointment of the only patient with its e-mail', async () => {
    const { db } = testApp().database;
    const patientId = await addPatient(db, { name: 'Elena Duarte', email: 'Elena@Correo.example' });
    const invitee = newInvitee();
    await deliver(testApp(), { invitee, email: ' elena@correo.EXAMPLE', name: 'Elena D.' });

    const [appointment, ...others] = await findAppointments(testApp(), invitee);
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
    const [webhook] = await findWebhooks(testApp(), invitee);
    expect(webhook).toMatchObject({
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
        details: { delivery: webhook?.id },
      },
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/elena|receta/i);
    const page = await testApp().staff.get(
      `/v1/user/get-medical-history-patient?idUser=${patientId}`,
    );
    expect(page.body).toMatchObject({
      data: { appointments: { recipeAppointments: [{ id: appointment?.id }] } },
    });
  });

  test('waits while the patient with its e-mail is being deleted, and gets no patient', async () => {
    const { db } = testApp().database;
    const invitee = newInvitee();
    const email = `${invitee}@correo.example`.toLowerCase();
    const idUser = await addPatient(db, { email });
    await whileDeleted(db, idUser, () => deliver(testApp(), { invitee, email }));
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ patientId: null }]);
  });

  test.each([
    ['nobody', []],
    ['several', [{}, {}]],
    ['a patient in the trash', [{ deletedAt: new Date() }]],
  ] as const)('E-10.2: has no patient if its e-mail belongs to %s', async (_, people) => {
    const invitee = newInvitee();
    const email = `${invitee}@correo.example`.toLowerCase();
    for (const person of people) await addPatient(testApp().database.db, { ...person, email });
    await deliver(testApp(), { invitee, email });
    expect(await findAppointments(testApp(), invitee)).toMatchObject([
      { patientId: null, inviteeEmail: email },
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://meet.example/x',
    'meet.example',
    '',
  ])('is stored without the unusable link %j', async (joinUrl) => {
    const invitee = newInvitee();
    await deliver(testApp(), { invitee, joinUrl });
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ meetingUrl: null }]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
      { outcome: 'applied', reason: 'meeting-url-not-web' },
    ]);
  });

  test('is stored if the meeting has no location', async () => {
    const invitee = newInvitee();
    const webhook = calendlyWebhook({ invitee });
    const { location, ...meeting } = webhook.payload.scheduled_event;
    const body = { ...webhook, payload: { ...webhook.payload, scheduled_event: meeting } };
    expect((await post(testApp(), signedWebhook(body))).statusCode).toBe(200);
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ meetingUrl: null }]);
  });

  test('E-10.5: changes nothing when it is delivered again within the tolerance', async () => {
    const invitee = newInvitee();
    const request = signedWebhook(calendlyWebhook({ invitee }));
    for (let time = 0; time < 3; time += 1)
      expect((await post(testApp(), request)).statusCode).toBe(200);
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ version: 1 }]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
      { outcome: 'applied', attempts: 1 },
    ]);
  });

  test('changes nothing when a second subscription delivers it in another form', async () => {
    const invitee = newInvitee();
    await deliver(testApp(), { invitee });
    const again = {
      ...calendlyWebhook({ invitee }),
      created_by: 'https://api.calendly.com/users/B',
    };
    expect((await post(testApp(), signedWebhook(again))).statusCode).toBe(200);
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ version: 1 }]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'ignored', reason: 'already-known' },
    ]);
  });

  test('E-10.5: creates one appointment when it is delivered fifty times simultaneously', async () => {
    const invitee = newInvitee();
    const request = signedWebhook(calendlyWebhook({ invitee }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(testApp(), request)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await findAppointments(testApp(), invitee)).toMatchObject([{ version: 1 }]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
      { outcome: 'applied', attempts: 1 },
    ]);
  });
});

describe('a webhook of Calendly', () => {
  test('is stored and ignored if its event is unused', async () => {
    const invitee = newInvitee();
    await deliver(testApp(), { invitee, event: 'invitee_no_show.created' });
    expect(await findAppointments(testApp(), invitee)).toEqual([]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
      { event: 'invitee_no_show.created', outcome: 'ignored', reason: 'event-not-used' },
    ]);
  });

  test('E-10.6: is stored as failed if its content is invalid, with the path and without the value', async () => {
    const invitee = newInvitee();
    const webhook = calendlyWebhook({ invitee, startsAt: '2026-02-30T10:00:00Z' });
    const body = { ...webhook, payload: { ...webhook.payload, email: 7 } };
    expect((await post(testApp(), signedWebhook(body))).statusCode).toBe(200);
    expect(await findAppointments(testApp(), invitee)).toEqual([]);
    expect(await findWebhooks(testApp(), invitee)).toMatchObject([
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
  ])('is stored as failed if its body is %s', async (_, text) => {
    const { db } = testApp().database;
    const before = (await db.select({ rows: count() }).from(inboxMessages))[0]?.rows ?? 0;
    const answer = await post(testApp(), signedWebhook(text));
    expect(answer.statusCode).toBe(200);
    const rows = await db.select().from(inboxMessages).orderBy(inboxMessages.id);
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({ event: 'unknown', outcome: 'failed' });
  });

  test('is stored as failed if it has too many bookings', async () => {
    const { payload, ...webhook } = calendlyWebhook({ invitee: newInvitee() });
    const endless = () => `https://api.calendly.com/${randomBytes(6000).toString('base64url')}`;
    const names = { uri: endless(), old_invitee: endless(), new_invitee: endless() };
    const body = { ...webhook, payload: { ...payload, ...names } };
    expect((await post(testApp(), signedWebhook(body))).statusCode).toBe(200);
    const stored = await testApp()
      .database.db.select()
      .from(inboxMessages)
      .where(eq(bookingField(inboxMessages.payload, 'uri'), names.uri));
    expect(stored).toMatchObject([
      {
        outcome: 'failed',
        reason: 'payload-mismatch: payload.uri, payload.old_invitee, payload.new_invitee',
      },
    ]);
  });

  test('is stored without the characters that PostgreSQL cannot hold', async () => {
    const invitee = newInvitee();
    await deliver(testApp(), { invitee, name: 'Ana\u0000 \ud800 \\u0000 😀' });
    expect(await findAppointments(testApp(), invitee)).toMatchObject([
      { inviteeName: 'Ana\ufffd \ufffd \\u0000 😀' },
    ]);
  });
});
