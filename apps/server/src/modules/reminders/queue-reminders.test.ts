import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEFAULT_REMINDER_RULES, type ReminderRules } from '@simiente/contract/reminders/rules';
import { eq, sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { Client } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { doctorAppointments } from '../../schema/appointments.ts';
import { consents } from '../../schema/consents.ts';
import { jobs } from '../../schema/operation/installation.ts';
import { mails } from '../../schema/operation/mail.ts';
import { sharedApplication, TEST_OUTBOX, TEST_SECRET } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import {
  addConsent,
  addDoctor,
  addDoctorAppointment,
  addPatient,
  turnRemindersOn,
} from '../../testing/records.ts';
import { startMailServer, type TestMailServer } from '../../testing/services/mail.ts';
import { never, ORIGIN, senderTo } from '../../testing/services/mail-sender.ts';
import { createAppointmentMailReader, isQuietHour, queueReminders } from './letters.ts';
import { createAppointmentTokens } from './links.ts';
import { remindOnce } from './testing/remind-once.ts';

const ZONE = 'America/Mexico_City';
const testApp = sharedApplication({ clinicTimeZone: ZONE, outbox: TEST_OUTBOX });
const db = () => testApp().database.db;
const tokens = createAppointmentTokens(TEST_SECRET);

/** No hour is quiet, whenever the test runs. */
const ALWAYS = { quietFrom: '00:00', quietTo: '00:00' };
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function addAwaited(startsAt = hoursFromNow(40), fields: { email?: string | null } = {}) {
  const patientId = await addPatient(db(), {
    name: 'Andrés Villalobos',
    email: 'andres@correo.example',
    ...fields,
  });
  await addConsent(db(), patientId, { purpose: 'reminders_email' });
  const doctorId = await addDoctor(db(), { specialties: ['Andrología'] });
  const id = await addDoctorAppointment(db(), { patientId, doctorId }, { startsAt });
  return { id, patientId };
}

const findQueued = (id: string) => db().select().from(mails).where(eq(mails.appointmentId, id));
const queue = () => queueReminders(db(), ZONE);

/** Queues and sends due reminders. */
async function remind(server: { port: number }) {
  await queue();
  const findAppointment = createAppointmentMailReader({
    tokens,
    origin: ORIGIN,
    timeZone: ZONE,
    from: 'Clínica <citas@clinica.example>',
  });
  return senderTo(testApp(), server, { findAppointment }).run(never);
}

const change = (idAppointment: string, fields: object) =>
  testApp().staff.request({
    method: 'PUT',
    url: '/v1/doctor/update_appointment_status',
    payload: { idAppointment, ...fields },
  });

beforeEach(async () => {
  await db().delete(doctorAppointments);
  await turnRemindersOn(db(), ALWAYS);
});

describe('E-10.1604: a reminder is queued', () => {
  test('once by the last due rule, and once more by the next rule', async () => {
    const { id } = await addAwaited();
    expect([await queue(), await queue()]).toEqual([1, 0]);
    await db()
      .update(mails)
      .set({ createdAt: hoursFromNow(-38) });
    await db()
      .update(doctorAppointments)
      .set({ startsAt: hoursFromNow(2) });
    const facts = {
      startsAt: (await appointment(id))?.startsAt?.toISOString() ?? '',
      status: 'kept',
    };
    await db().update(mails).set({ facts });
    expect([await queue(), await queue()]).toEqual([1, 0]);
    const soon = await addAwaited(hoursFromNow(1));
    await queue();
    expect(await findQueued(soon.id)).toHaveLength(1);
  });

  const appointment = async (id: string) => {
    const [row] = await db().select().from(doctorAppointments).where(eq(doctorAppointments.id, id));
    return row;
  };

  test.each<[string, () => Promise<unknown>]>([
    ['while reminders are off', () => turnRemindersOn(db(), { ...ALWAYS, isOn: false })],
    ['without consent to e-mail', () => db().delete(consents)],
    [
      'for a cancelled appointment',
      () => db().update(doctorAppointments).set({ status: 'cancelled' }),
    ],
    [
      'before the first rule',
      () =>
        db()
          .update(doctorAppointments)
          .set({ startsAt: hoursFromNow(49) }),
    ],
    [
      'for a passed appointment',
      () =>
        db()
          .update(doctorAppointments)
          .set({ startsAt: hoursFromNow(-1) }),
    ],
    [
      'by a rule of WhatsApp',
      () => turnRemindersOn(db(), { ...ALWAYS, rules: [{ hoursBefore: 48, channel: 'whatsapp' }] }),
    ],
  ])('but not %s', async (_name, prepare) => {
    await addAwaited();
    await prepare();
    expect(await queue()).toBe(0);
  });

  test('but not for a patient without an address', async () => {
    await addAwaited(hoursFromNow(40), { email: null });
    expect(await queue()).toBe(0);
  });

  test('but at no quiet hour of the clinic, also over midnight', () => {
    const rules: ReminderRules = {
      ...DEFAULT_REMINDER_RULES,
      quietFrom: '21:00',
      quietTo: '08:00',
    };
    const at = (time: string) => isQuietHour(rules, new Date(`2026-11-27T${time}:00-06:00`), ZONE);
    expect(['20:59', '21:00', '00:30', '07:59', '08:00'].map(at)).toEqual([
      ...[false, true, true, true, false],
    ]);
    const noon = { ...rules, quietFrom: '12:00', quietTo: '14:00' };
    expect(isQuietHour(noon, new Date('2026-11-27T13:00:00-06:00'), ZONE)).toBe(true);
    expect(isQuietHour({ ...rules, ...ALWAYS }, new Date(), ZONE)).toBe(false);
  });
});

describe('E-10.1604: an e-mail about an appointment', () => {
  test('E-10.3544: has the text, with the clinic once, a working link and a calendar request, and no clinical word', async () => {
    const server = await startMailServer(onTestFinished);
    await addAwaited();
    expect(await remind(server)).toEqual({ sent: 1, failed: 0 });
    const [message] = server.messages;
    expect(message?.subject).toMatch(/^Tu cita: \p{L}+ \d+ de \p{L}+ a las \d+:\d\d$/u);
    expect(message?.text).toMatch(
      /^Hola, Andrés\. Te esperamos en nuestra clínica el .+ \(hora de Ciudad de México\)\.\n/,
    );
    expect(`${message?.text}${message?.html}`).not.toMatch(/androlog|villalobos|fertil|receta/i);
    const [link = ''] = /https:\/\/\S+\/cita\/[\w-]+/.exec(message?.text ?? '') ?? [];
    expect((await testApp().app.inject({ url: new URL(link).pathname })).statusCode).toBe(200);
    const [file] = message?.attachments ?? [];
    const calendar = new ICAL.Component(ICAL.parse(String(file?.content)));
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    const event = calendar.getFirstSubcomponent('vevent');
    expect(String(event?.getFirstPropertyValue('attendee'))).toContain('andres@correo.example');
  });

  test('E-10.3349: greets the patient first, follows a move and a cancellation with the same UID and a higher SEQUENCE', async () => {
    const server = await startMailServer(onTestFinished);
    const { id } = await addAwaited();
    await remind(server);
    expect(
      (await change(id, { status: 'pending', date: hoursFromNow(60).toISOString() })).statusCode,
    ).toBe(200);
    await remind(server);
    expect((await change(id, { status: 'cancelled' })).statusCode).toBe(200);
    await remind(server);
    await remind(server);
    const events = server.messages.map(({ subject, attachments: [file] }) => {
      const calendar = new ICAL.Component(ICAL.parse(String(file?.content)));
      const event = calendar.getFirstSubcomponent('vevent');
      return {
        subject: subject?.split(/[: ]/)[0],
        method: calendar.getFirstPropertyValue('method'),
        uid: event?.getFirstPropertyValue('uid'),
        sequence: Number(event?.getFirstPropertyValue('sequence')),
      };
    });
    expect(events.map(({ subject, method }) => [subject, method])).toEqual([
      ['Tu', 'REQUEST'],
      ['Cambió', 'REQUEST'],
      ['Se', 'CANCEL'],
    ]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1);
    const texts = server.messages.map(({ text }) => String(text));
    expect(texts.every((text) => text.startsWith('Hola, Andrés.'))).toBe(true);
    expect(texts[1]).toContain('Tu cita cambió: usa estos datos y no los del correo anterior.');
    const sequences = events.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  });

  test('is dropped when the consent, the time or the setting changed before it was sent', async () => {
    const server = await startMailServer(onTestFinished);
    const { patientId } = await addAwaited();
    await queue();
    await db()
      .update(consents)
      .set({ withdrawnAt: new Date() })
      .where(eq(consents.patientId, patientId));
    expect(await remind(server)).toEqual({ sent: 0, failed: 0 });
    const other = await addAwaited();
    await queue();
    await db()
      .update(doctorAppointments)
      .set({ startsAt: hoursFromNow(47) })
      .where(eq(doctorAppointments.id, other.id));
    await turnRemindersOn(db(), { ...ALWAYS, isOn: false });
    expect(await remind(server)).toEqual({ sent: 0, failed: 0 });
    expect(server.messages).toEqual([]);
    expect(await findQueued(other.id)).toEqual([]);
  });
});

describe('E-10.1605: processes that send reminders', () => {
  const spawnOne = (port: number) => {
    const config = testApp().database.app;
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./testing/remind-once.ts', import.meta.url))],
      { env: { ...process.env, REMIND_WHAT: JSON.stringify({ config, port }) }, stdio: 'inherit' },
    );
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, exit };
  };
  const makeDue = async () => {
    await db().update(jobs).set({ dueAt: sql`now() - interval '1 second'` });
    await db().update(mails).set({ dueAt: sql`now() - interval '1 second'` });
  };
  /** Waits until the database has noticed that a killed process ended, and freed its lock. */
  const waitUntilUnlocked = () =>
    vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and application_name = 'simiente-job'`,
      );
      expect(rows).toEqual([]);
    }, LONG_WAIT);

  /** Locks a table until it is released, so that a process waits for it. */
  async function block(table: string) {
    const client = new Client(testApp().database.owner);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`begin; lock table ${table} in exclusive mode`);
    return {
      untilWaiting: () =>
        vi.waitFor(async () => {
          // In a new transaction, because activity does not change within one.
          const rows = await queryAsOwner(
            testApp().database,
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(1);
        }, LONG_WAIT),
      release: () => client.query('rollback'),
    };
  }

  type Kill = (start: (port: number) => ReturnType<typeof spawnOne>) => Promise<number>;

  /** A mail server, and a process that is killed when the server reaches a step. */
  const atServer =
    (step: 'onConnect' | 'onMailFrom' | 'answer'): Kill =>
    async (start) => {
      const reached = Promise.withResolvers<void>();
      let isHeld = true;
      const hold = (...given: unknown[]) => {
        reached.resolve();
        const done = given.at(-1) as () => void;
        if (!isHeld) done();
      };
      const server = await startMailServer(onTestFinished, {
        ...(step === 'answer'
          ? {
              answer: () => {
                reached.resolve();
                return isHeld ? new Promise<null>(() => {}) : null;
              },
            }
          : { [step]: hold }),
      });
      const { child, exit } = start(server.port);
      await reached.promise;
      child.kill('SIGKILL');
      await exit;
      isHeld = false;
      return runAgain(server);
    };

  /** A process that is killed while it waits for a table. */
  const atTable =
    (table: string): Kill =>
    async (start) => {
      const server = await startMailServer(onTestFinished);
      const blocked = await block(table);
      const { child, exit } = start(server.port);
      await blocked.untilWaiting();
      child.kill('SIGKILL');
      await exit;
      await blocked.release();
      return runAgain(server);
    };

  /** Runs the jobs again, after which nothing is due. */
  async function runAgain({ port, messages }: TestMailServer): Promise<number> {
    await waitUntilUnlocked();
    await makeDue();
    await remindOnce({ config: testApp().database.app, port });
    return messages.length;
  }

  test.each<[string, Kill, { messages: number; fault: string | null }]>([
    ['while it queues', atTable('mails'), { messages: 1, fault: null }],
    ['when the mail server is reached', atServer('onConnect'), { messages: 0, fault: 'UNKNOWN' }],
    ['when the sender was named', atServer('onMailFrom'), { messages: 0, fault: 'UNKNOWN' }],
    ['when the text arrived', atServer('answer'), { messages: 0, fault: 'UNKNOWN' }],
    ['when the server took it', atTable('audit_events'), { messages: 1, fault: 'UNKNOWN' }],
  ])('send nothing twice after one was killed %s', async (_name, kill, expected) => {
    const { id } = await addAwaited();
    await db().delete(jobs);
    const messages = await kill(spawnOne);
    const [mail, ...more] = await findQueued(id);
    expect(more).toEqual([]);
    expect({ messages, fault: mail?.fault }).toEqual(expected);
    expect(mail?.sentAt === null).toBe(expected.fault === 'UNKNOWN');
    expect(mail?.failedAt === null).toBe(expected.fault === null);
  });

  test('send each reminder once when two run simultaneously', async () => {
    const server = await startMailServer(onTestFinished);
    const all = await Promise.all(Array.from({ length: 12 }, () => addAwaited()));
    await db().delete(jobs);
    const run = () => remindOnce({ config: testApp().database.app, port: server.port });
    await Promise.all([run(), run()]);
    await runAgain(server);
    const ids = server.messages.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([all.length, all.length]);
  });
});
