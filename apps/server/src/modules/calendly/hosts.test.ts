import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';
import { TEST_CALENDLY_SECRET } from '../../testing/services/calendly.ts';
import { deliver, findAppointments, newInvitee } from '../../testing/services/calendly-webhook.ts';

const testApp = sharedApplication({ calendlyWebhookSecret: TEST_CALENDLY_SECRET });

/** A Tuesday of 2031, from 10:00 to 11:00 in Mexico City. */
const TIME = { startsAt: '2031-12-02T16:00:00Z', endsAt: '2031-12-02T17:00:00Z' };

async function read<Data>(path: string, query: Record<string, string>): Promise<Data> {
  const { status, body } = await testApp().staff.get(`${path}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: Data }).data;
}

async function change(method: 'POST' | 'PUT', url: string, payload: object) {
  const answer = await testApp().staff.request({ method, url, payload });
  return { status: answer.statusCode, body: answer.json<object>() };
}

const readCard = (idAppointment: string) =>
  read<AppointmentCardData>('/v1/appointment/get-one', { idAppointment });

async function readDay(): Promise<AgendaRow[]> {
  const { appointments } = await read<{ appointments: AgendaRow[] }>('/v1/doctor/day', {
    date: '2031-12-02',
  });
  return appointments;
}

async function chooseVisitTypes(visitTypes: string[]) {
  const { version } = await read<{ version: number }>('/v1/clinic/settings', {});
  const answer = await change('PUT', '/v1/clinic/update', { visitTypes, version });
  expect(answer.status).toBe(200);
  return (answer.body as { data: { knownTypes: string[] } }).data;
}

let hostCount = 0;
/** Adds a doctor and a patient, and returns the fields of a webhook for their booking. */
async function addHost() {
  const { db } = testApp().database;
  hostCount += 1;
  const email = `host${hostCount}@clinica.example`;
  const booker = `booker${hostCount}@correo.example`;
  const idDoctor = await addDoctor(db, { name: `Médica ${hostCount}`, email });
  const patientId = await addPatient(db, { name: `Paciente ${hostCount}`, email: booker });
  const invitee = newInvitee();
  return {
    ...{ db, idDoctor, patientId, invitee },
    facts: { ...TIME, invitee, email: booker, hosts: [email.toUpperCase()] },
  };
}

test('E-10.1700, E-10.3543: bookings of a chosen event type become visits of their host, with audit; others stay prescription appointments', async () => {
  const { idDoctor, patientId, facts, invitee } = await addHost();
  await deliver(testApp(), { ...facts, type: 'Consulta' });
  const [before] = await findAppointments(testApp(), invitee);
  expect(before).toMatchObject({
    isVisit: false,
    endsAt: new Date(TIME.endsAt),
    doctorId: idDoctor,
  });

  const { knownTypes } = await chooseVisitTypes(['Consulta']);
  expect(knownTypes).toContain('Consulta');
  const [after] = await findAppointments(testApp(), invitee);
  expect(after).toMatchObject({ isVisit: true, version: 2 });
  const { db } = testApp().database;
  const audited = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, after?.id ?? ''),
        eq(auditEvents.action, 'appointment.updated'),
      ),
    );
  expect(audited).toMatchObject([
    { patientId, details: { changes: { isVisit: { from: false, to: true } }, version: 2 } },
  ]);
  expect(await readCard(after?.id ?? '')).toMatchObject({
    appointment: {
      isVisit: true,
      doctor: { idDoctor },
      calendly_data: { end_time: '2031-12-02T17:00:00.000Z' },
    },
  });
  const other = newInvitee();
  await deliver(testApp(), { ...facts, invitee: other, type: 'Receta' });
  expect(await findAppointments(testApp(), other)).toMatchObject([{ isVisit: false, patientId }]);
  await chooseVisitTypes([]);
  expect(await findAppointments(testApp(), invitee)).toMatchObject([{ isVisit: false }]);
});

test('E-10.3347: the card of a booking names the absence of its host', async () => {
  const { db, idDoctor, facts, invitee } = await addHost();
  await deliver(testApp(), facts);
  const [booking] = await findAppointments(testApp(), invitee);
  const readClosureReason = async () => (await readCard(booking?.id ?? '')).closedBy;
  expect(await readClosureReason()).toBeUndefined();
  const day = '2031-12-02';
  const congress = { reason: 'Congreso', firstDay: day, lastDay: day };
  await db
    .update(doctors)
    .set({ absences: [{ ...congress, weekday: null, from: null, to: null }] })
    .where(eq(doctors.id, idDoctor));
  expect(await readClosureReason()).toBe('Congreso');
  await db.update(doctors).set({ workingDays: [] }).where(eq(doctors.id, idDoctor));
  expect(await readClosureReason()).toBe('');
});

test('E-10.1701: a booking is in its host’s agenda, and its time is neither offered as free nor bookable', async () => {
  const { db, idDoctor, patientId, facts } = await addHost();
  await deliver(testApp(), facts);
  expect(await readDay()).toContainEqual(
    expect.objectContaining({
      kind: 'recipe',
      idDoctor,
      idUser: patientId,
      name: `Paciente ${hostCount}`,
    }),
  );
  const { times } = await read<{ times: string[] }>('/v1/doctor/free-times', {
    ...{ idDoctor, from: '2031-12-02T15:30:00Z', limit: '2' },
  });
  expect(times).toEqual(['2031-12-02T15:30:00.000Z', '2031-12-02T17:00:00.000Z']);
  const rejected = await change('POST', '/v1/doctor/create_appointment', {
    ...{ idUser: await addPatient(db), idDoctor, date: '2031-12-02T16:30:00Z' },
  });
  expect(rejected).toMatchObject({
    status: 409,
    body: { code: 'APPOINTMENT_OVERLAP', details: { patientName: `Paciente ${hostCount}` } },
  });
});

test('E-10.1702: a booking over an appointment is kept, and each card names the other', async () => {
  const { db, idDoctor, patientId, facts, invitee } = await addHost();
  const other = await addPatient(db, { name: 'Nicolás Ortega' });
  const startsAt = new Date('2031-12-02T16:30:00Z');
  const id = await addDoctorAppointment(db, { patientId: other, doctorId: idDoctor }, { startsAt });
  await deliver(testApp(), facts);
  const [booking] = await findAppointments(testApp(), invitee);
  expect(booking).toMatchObject({ patientId, status: 'pending' });
  expect((await readCard(id)).collision).toMatchObject({ patientName: `Paciente ${hostCount}` });
  expect((await readCard(booking?.id ?? '')).collision).toEqual({
    patientName: 'Nicolás Ortega',
    startsAt: startsAt.toISOString(),
    endsAt: '2031-12-02T17:00:00.000Z',
  });
  await change('PUT', '/v1/recipe/update_appointment', {
    ...{ idAppointment: booking?.id, status: 'cancelled', version: 1 },
  });
  expect((await readCard(id)).collision).toBeNull();
});

test('E-10.1701: a booking of an unknown person is shown with the booker’s name', async () => {
  const { idDoctor, facts } = await addHost();
  await deliver(testApp(), { ...facts, email: 'nadie@correo.example', name: 'Pablo Lira' });
  expect(await readDay()).toContainEqual(
    expect.objectContaining({
      idDoctor,
      idUser: null,
      name: 'Pablo Lira',
      email: 'nadie@correo.example',
    }),
  );
});

test('E-10.1701: a doctor who gets a host’s e-mail adopts the earlier bookings of that host', async () => {
  const { facts, invitee } = await addHost();
  const email = `tarde${hostCount}@clinica.example`;
  await deliver(testApp(), { ...facts, hosts: ['nadie@clinica.example', email] });
  expect(await findAppointments(testApp(), invitee)).toMatchObject([{ doctorId: null }]);
  const { body } = await change('POST', '/v1/doctor/create', {
    ...{
      name: 'Médica Nueva',
      email: email.toUpperCase(),
      specialties: [],
      appointmentMinutes: 30,
    },
  });
  const { idDoctor } = (body as { data: { doctor: { idDoctor: string } } }).data.doctor;
  expect(await findAppointments(testApp(), invitee)).toMatchObject([{ doctorId: idDoctor }]);
});

test.each([
  [
    { type: 'physical', location: ' Av. Reforma 12 ' },
    { kind: 'physical', text: 'Av. Reforma 12' },
  ],
  [
    { type: 'outbound_call', location: '+52 55 1' },
    { kind: 'outbound_call', text: '+52 55 1' },
  ],
  [
    { type: 'inbound_call', location: '+52 55 2' },
    { kind: 'inbound_call', text: '+52 55 2' },
  ],
  [
    { type: 'zoom', join_url: null },
    { kind: 'other', text: 'Zoom' },
  ],
  [
    { type: 'ask_invitee', location: 'En mi casa' },
    { kind: 'other', text: 'En mi casa' },
  ],
  [{ type: 7, location: ['x'] }, null],
])('E-10.1703: the location %j is stored as %j', async (location, place) => {
  const invitee = newInvitee();
  await deliver(testApp(), { invitee, location });
  expect(await findAppointments(testApp(), invitee)).toMatchObject([{ meetingPlace: place }]);
});

test('E-10.2450: a booking hosted by two doctors takes the time of both', async () => {
  const first = await addHost();
  const second = await addHost();
  const hosts = [...first.facts.hosts, ...second.facts.hosts, 'nadie@clinica.example'];
  const { facts, invitee } = first;
  await deliver(testApp(), { ...facts, hosts });
  const [booking] = await findAppointments(testApp(), invitee);
  const drawn = (await readDay()).filter(({ id }) => id === booking?.id);
  expect(drawn.map(({ idDoctor }) => idDoctor).toSorted()).toEqual(
    [first.idDoctor, second.idDoctor].toSorted(),
  );
  for (const { idDoctor } of [first, second]) {
    const rejected = await change('POST', '/v1/doctor/create_appointment', {
      ...{ idUser: await addPatient(first.db), idDoctor, date: '2031-12-02T16:30:00Z' },
    });
    expect(rejected).toMatchObject({ status: 409, body: { code: 'APPOINTMENT_OVERLAP' } });
  }
  const startsAt = new Date('2031-12-02T16:30:00Z');
  const over = await addDoctorAppointment(
    first.db,
    { patientId: second.patientId, doctorId: second.idDoctor },
    { startsAt },
  );
  expect((await readCard(over)).collision).toMatchObject({ startsAt: '2031-12-02T16:00:00.000Z' });
  expect((await readCard(booking?.id ?? '')).collision).toMatchObject({
    startsAt: startsAt.toISOString(),
  });
});
