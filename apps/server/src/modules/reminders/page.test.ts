import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { reminderRules } from '@simiente/contract/reminders/rules';
import { desc, eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication, startApplication, TEST_SECRET } from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addPartner,
  addPatient,
  turnRemindersOn,
} from '../../testing/records.ts';
import { createAppointmentTokens, writeLink } from './links.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const tokens = createAppointmentTokens(TEST_SECRET);

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);

/** An appointment with a link. */
async function addLinked(startsAt: Date, place: { branchId?: string } = {}) {
  const patientId = await addPatient(db(), { name: 'Andrés Villalobos Cárdenas' });
  const doctorId = await addDoctor(db(), {
    name: 'Dra. Laura Ibáñez',
    specialties: ['Andrología'],
  });
  const id = await addDoctorAppointment(db(), { patientId, doctorId }, { startsAt, ...place });
  await db().transaction((transaction) => writeLink(transaction, tokens, { id, startsAt }));
  return { id, patientId, doctorId, path: `/cita/${tokens.derive(id)}` };
}

const get = (url: string) => testApp().app.inject({ url });
const post = (url: string, fields: string | undefined = undefined) =>
  testApp().app.inject({
    method: 'POST',
    url,
    ...(fields !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: fields,
    }),
  });
const listActs = async (patientId: string) => {
  const rows = await db().select().from(auditEvents).where(eq(auditEvents.patientId, patientId));
  return rows.map(({ actorKind, action }) => `${actorKind} ${action}`);
};
const lastDetails = async (patientId: string) => {
  const [row] = await db()
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.patientId, patientId))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return row?.details;
};
const countAnswers = async () => {
  const { body } = await testApp().staff.get('/v1/reminders/attention');
  return (body as { data: { requests: number; cancelled: number } }).data;
};
/** The request on the appointment's card. */
const readRequest = async (id: string) => {
  const { body } = await testApp().staff.get(`/v1/appointment/get-one?idAppointment=${id}`);
  return (body as { data: { appointment: DoctorAppointment } }).data.appointment.request;
};
const findStored = async (id: string) => {
  const [row] = await db().select().from(doctorAppointments).where(eq(doctorAppointments.id, id));
  const [link] = await db().select().from(appointmentLinks).where(eq(appointmentLinks.id, id));
  return { status: row?.status, steps: row?.attendance.map(({ step }) => step), row, link };
};

test('E-10.1602, T-L15: the page has the time and zone of the place and the doctor, and no clinical word', async () => {
  const branchId = await addBranch(db(), await addPartner(db()), {
    name: 'Sucursal Tijuana',
    timeZone: 'America/Tijuana',
    address: { calle: 'Av. Revolución 1', ciudad: 'Tijuana' },
  });
  // Ten o'clock in Tijuana, which observes daylight saving at this date.
  const { path } = await addLinked(new Date('2099-07-06T17:00:00.000Z'), { branchId });
  const { statusCode, headers, body } = await get(path);
  expect(statusCode).toBe(200);
  expect(body).toContain('Lunes 6 de julio');
  expect(body).toContain('>10:00<');
  expect(body).toContain('Hora de Tijuana (UTC−7) · 30 minutos');
  expect(body).toContain('Hola, Andrés.');
  expect(body).toContain('Dra. Laura Ibáñez');
  expect(body).toContain('Sucursal Tijuana');
  expect(body).not.toMatch(/androlog|villalobos|receta|fertil|estudio/i);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
  });
  expect(headers['content-security-policy']).toMatch(
    /script-src 'sha256-[^ ]+'; connect-src 'self'/,
  );
});

test('E-10.1602, T-L15: a GET of the page, its subpages or the calendar changes nothing', async () => {
  const { id, patientId, path } = await addLinked(hoursFromNow(72));
  const before = await findStored(id);
  for (const page of ['', '/otro-horario', '/cancelar', '/cita.ics']) {
    expect((await get(`${path}${page}`)).statusCode).toBe(200);
  }
  expect(await findStored(id)).toEqual(before);
  expect(await listActs(patientId)).toEqual([]);
});

test('E-10.1602: a page that a browser shows counts as read once, and then has no script', async () => {
  const { id, patientId, path } = await addLinked(hoursFromNow(72));
  expect((await get(path)).body).toContain('<script>');
  expect((await post(`${path}/leido`)).statusCode).toBe(303);
  await post(`${path}/leido`);
  expect((await findStored(id)).link?.readAt).not.toBeNull();
  expect(await listActs(patientId)).toEqual(['anonymous appointment.link_read']);
  expect((await get(path)).body).not.toContain('<script>');
});

test('E-10.1602: a confirmation is recorded as the patient’s, once, and staff see it', async () => {
  const { id, patientId, path } = await addLinked(hoursFromNow(72));
  const answer = await post(`${path}/confirmar`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
  await Promise.all([post(`${path}/confirmar`), post(`${path}/confirmar`)]);
  expect((await findStored(id)).row?.attendance).toMatchObject([
    { step: 'confirmed', staffId: null, by: null },
  ]);
  expect(await listActs(patientId)).toEqual(['anonymous appointment.link_confirmed']);
  const { body } = await get(path);
  expect(body).toContain('Cita confirmada');
  expect(body).not.toContain('Confirmar</button>');
});

test('E-10.3162: the hour of a confirmation is in the zone of the place', async () => {
  const branchId = await addBranch(db(), await addPartner(db()), { state: 'Baja California' });
  const { id, path } = await addLinked(hoursFromNow(72), { branchId });
  const step = { step: 'confirmed' as const, staffId: null, by: null };
  const startsAt = (await findStored(id)).row?.startsAt?.toISOString() ?? null;
  const attendance = [{ ...step, at: '2026-02-03T18:00:00.000Z', startsAt }];
  await db().update(doctorAppointments).set({ attendance }).where(eq(doctorAppointments.id, id));
  expect((await get(path)).body).toContain('10:00');
});

test('E-10.1602, E-10.3540, E-10.3805: a request for another time is shown under Por resolver, on the page and on the card, and keeps the appointment', async () => {
  const { id, patientId, path } = await addLinked(hoursFromNow(72));
  const count = async () => (await countAnswers()).requests;
  const before = await count();
  const empty = await post(`${path}/otro-horario`, 'message=');
  // Back after a later request leads to a page, not to this form.
  expect(empty.statusCode).toBe(303);
  expect((await get(String(empty.headers.location))).body).toContain(
    'Elige al menos un día o una hora, o escribe un mensaje.',
  );
  const long = await post(`${path}/otro-horario`, `day=mar&message=${'a'.repeat(141)}`);
  expect(long.statusCode).toBe(400);
  expect(long.body).toContain('value="mar" checked');
  // The message has a direction mark, which would reverse the sentence around it.
  const fields = 'day=mar&day=mie&hours=16-20&message=%E2%80%AETarde';
  const sent = await post(`${path}/otro-horario`, fields);
  expect(sent.statusCode).toBe(303);
  const { link, status } = await findStored(id);
  expect(link?.request).toEqual({ days: ['mar', 'mie'], hours: ['16-20'], message: 'Tarde' });
  expect(status).toBe('pending');
  expect(await count()).toBe(before + 1);
  expect((await get(path)).body).toContain('Pediste otro horario');
  expect(await listActs(patientId)).toEqual(['anonymous appointment.link_asked']);
  expect(await readRequest(id)).toEqual(link?.request);
  // A new time answers the request.
  await db()
    .update(doctorAppointments)
    .set({ startsAt: hoursFromNow(96) })
    .where(eq(doctorAppointments.id, id));
  expect(await count()).toBe(before);
  expect(await readRequest(id)).toBeNull();
  expect((await get(path)).body).not.toContain('Pediste otro horario');
});

test('E-10.3790: the card of a past or cancelled appointment shows no request for another time', async () => {
  const { id, path } = await addLinked(hoursFromNow(72));
  await post(`${path}/otro-horario`, 'message=Tarde');
  const edit = (change: { status?: string; startsAt?: Date }) =>
    db().update(doctorAppointments).set(change).where(eq(doctorAppointments.id, id));
  await edit({ status: 'cancelled' });
  expect(await readRequest(id)).toBeNull();
  await edit({ status: 'pending' });
  expect(await readRequest(id)).not.toBeNull();
  const startsAt = hoursFromNow(-1);
  await edit({ startsAt });
  await db().update(appointmentLinks).set({ startsAt }).where(eq(appointmentLinks.id, id));
  expect(await readRequest(id)).toBeNull();
});

test('E-10.3160: an answer to an appointment of today, or later than seven days, is counted and listed', async () => {
  const before = await countAnswers();
  const soon = await addLinked(hoursFromNow(0.5));
  const late = await addLinked(hoursFromNow(24 * 20));
  await post(`${soon.path}/otro-horario`, 'message=Tarde');
  await post(`${late.path}/otro-horario`, 'day=mar');
  const cancelled = await addLinked(hoursFromNow(24 * 21));
  await post(`${cancelled.path}/cancelar`);
  const { body } = await testApp().staff.get('/v1/reminders/list?days=1');
  const listed = JSON.stringify(body);
  expect([soon, late, cancelled].map(({ id }) => listed.includes(id))).toEqual([true, true, true]);
  expect(await countAnswers()).toMatchObject({
    requests: before.requests + 2,
    cancelled: before.cancelled + 1,
  });
});

test('E-10.3161, E-10.3342: a request for another time withdraws the confirmation, with its audit row, and a confirmation ends the request', async () => {
  const { id, patientId, path } = await addLinked(hoursFromNow(72));
  await post(`${path}/confirmar`);
  await post(`${path}/otro-horario`, 'message=Tarde');
  const { steps: withdrawn, row } = await findStored(id);
  expect(withdrawn).toEqual([]);
  expect(await lastDetails(patientId)).toEqual({
    changes: { attendance: { from: 'confirmed', to: null } },
    version: row?.version,
  });
  const { body } = await get(path);
  expect(body).toContain('Tu cita sigue en pie hasta que la clínica te responda.');
  expect(body).not.toContain('Cita confirmada');
  await post(`${path}/confirmar`);
  const { steps, link } = await findStored(id);
  expect([steps, link?.request]).toEqual([['confirmed'], null]);
});

test('E-10.1602: a patient can cancel until the clinic’s deadline, and staff settle it', async () => {
  await turnRemindersOn(db(), { cancelUntilHours: 24, phone: '55 5555 1234' });
  const late = await addLinked(hoursFromNow(23));
  expect((await get(late.path)).body).toContain('Ya no se puede cancelar desde aquí');
  expect((await get(late.path)).body).toContain('55 5555 1234');
  expect((await get(`${late.path}/cancelar`)).statusCode).toBe(303);
  await post(`${late.path}/cancelar`);
  expect((await findStored(late.id)).status).toBe('pending');

  const { id, patientId, path } = await addLinked(hoursFromNow(49));
  expect((await get(`${path}/cancelar`)).body).toContain('Sí, cancelar mi cita');
  await post(`${path}/cancelar`);
  const { status, row } = await findStored(id);
  expect([status, row?.cancellationReason]).toEqual([
    'cancelled',
    'El paciente la canceló desde su enlace.',
  ]);
  const { body } = await get(path);
  expect(body).toContain('Cita cancelada');
  expect(body).not.toContain('Confirmar');
  expect(await listActs(patientId)).toEqual(['anonymous appointment.link_cancelled']);
  await post(`${path}/confirmar`);
  expect((await findStored(id)).steps).toEqual([]);
  const list = async () => {
    const answer = await testApp().staff.get('/v1/reminders/list?days=7');
    return JSON.stringify(answer.body).includes(id);
  };
  expect(await list()).toBe(true);
  const payload = { idAppointment: id };
  await testApp().staff.request({ method: 'POST', url: '/v1/reminders/resolve', payload });
  expect(await list()).toBe(false);
});

test('E-10.1602, T-L15: unknown, passed and deleted links get the same answer, on every page', async () => {
  const passed = await addLinked(hoursFromNow(-2));
  const deleted = await addLinked(hoursFromNow(72));
  await db()
    .update(patients)
    .set({ deletedAt: new Date() })
    .where(eq(patients.id, deleted.patientId));
  const unknown = '/cita/aaaaaaaaaaaaaaaaaaaaaa';
  const { body: one } = await get(unknown);
  expect(one).toContain('Este enlace ya no funciona');
  for (const path of [unknown, passed.path, deleted.path]) {
    for (const page of ['', '/otro-horario', '/cancelar', '/cita.ics']) {
      const { statusCode, body } = await get(`${path}${page}`);
      expect([statusCode, body === one]).toEqual([410, true]);
    }
    for (const act of ['/leido', '/confirmar', '/cancelar', '/otro-horario']) {
      const { statusCode, body } = await post(`${path}${act}`, 'day=mar');
      expect([statusCode, body === one]).toEqual([410, true]);
    }
  }
});

test('E-10.3348: the page of an invalid link has the clinic’s name and phone', async () => {
  await turnRemindersOn(db(), { phone: '55 5555 1234' });
  await db().insert(letterheads).values({ version: 1, name: 'Clínica Aurora' });
  const { body } = await get('/cita/aaaaaaaaaaaaaaaaaaaaaa');
  expect(body).toContain('<span>Clínica Aurora</span>');
  expect(body).toContain('<a href="tel:5555551234">55 5555 1234</a>');
});

test('E-10.3795: the clinic’s phone has digits, and its link leaves out an extension', async () => {
  const read = (phone: string) => reminderRules.shape.phone.safeParse(phone).success;
  expect(['abc', '123', '<b>', '55 5555 1234 ext. 101', '+52 (55) 5555-1234'].map(read)).toEqual([
    ...[false, false, false, true, true],
  ]);
  for (const extension of ['ext. 101', '(ext. 101)', '#101']) {
    await turnRemindersOn(db(), { phone: `55 5555 1234 ${extension}` });
    const { body } = await get('/cita/aaaaaaaaaaaaaaaaaaaaaa');
    expect(body).toContain(`<a href="tel:5555551234">55 5555 1234 ${extension}</a>`);
  }
});

test('E-10.1602, T-L15: a network that tries many links is limited', async () => {
  const { app } = await startApplication({
    publicAppointmentLimit: { max: 2, windowSeconds: 600 },
  });
  const statuses = [];
  for (const name of ['x', 'y', 'z']) {
    statuses.push((await app.inject({ url: `/cita/${name}` })).statusCode);
  }
  expect(statuses).toEqual([410, 410, 429]);
});

test('E-10.1602, T-L15: the token is not in the database, and has at least 128 bits', async () => {
  const { id, path } = await addLinked(hoursFromNow(72));
  const token = path.slice('/cita/'.length);
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  expect(JSON.stringify(await findStored(id))).not.toContain(token);
});

test('E-10.1603: the calendar file keeps its UID, and SEQUENCE rises with a move and a cancellation', async () => {
  const { id, path } = await addLinked(new Date('2099-07-06T17:00:00.000Z'));
  const read = async () => {
    const { body, headers } = await get(`${path}/cita.ics`);
    expect(headers['content-type']).toContain('text/calendar');
    const calendar = new ICAL.Component(ICAL.parse(body));
    const [event] = calendar.getAllSubcomponents('vevent');
    const value = (name: string) => String(event?.getFirstPropertyValue(name));
    return {
      method: String(calendar.getFirstPropertyValue('method')),
      uid: value('uid'),
      sequence: Number(value('sequence')),
      start: value('dtstart'),
      status: value('status'),
    };
  };
  const change = (fields: object) =>
    testApp().staff.request({
      method: 'PUT',
      url: '/v1/doctor/update_appointment_status',
      payload: { idAppointment: id, ...fields },
    });
  const first = await read();
  expect(first).toMatchObject({
    method: 'PUBLISH',
    start: '2099-07-06T17:00:00Z',
    status: 'CONFIRMED',
  });
  expect((await change({ status: 'pending', date: '2099-07-07T17:00:00.000Z' })).statusCode).toBe(
    200,
  );
  const moved = await read();
  expect(moved).toMatchObject({ uid: first.uid, start: '2099-07-07T17:00:00Z' });
  expect(moved.sequence).toBeGreaterThan(first.sequence);
  expect((await change({ status: 'cancelled' })).statusCode).toBe(200);
  const cancelled = await read();
  expect(cancelled).toMatchObject({ uid: first.uid, method: 'CANCEL', status: 'CANCELLED' });
  expect(cancelled.sequence).toBeGreaterThan(moved.sequence);
});
