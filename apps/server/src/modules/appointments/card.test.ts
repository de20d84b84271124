import { appointmentCard, recipeAppointment } from '@simiente/contract/appointments/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls, later, NINE } from '../../testing/calls/appointment-calls.ts';
import { addDoctor, addRecipeAppointment } from '../../testing/records.ts';

const testApp = sharedApplication();
const { people, create, update } = appointmentCalls(testApp);

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  data?: { appointment: unknown };
  details?: { current?: unknown };
}

async function readCard(idAppointment: string) {
  const url = `/v1/appointment/get-one?idAppointment=${idAppointment}`;
  const { status, body } = await testApp().staff.get(url);
  return {
    status,
    card: status === 200 ? appointmentCard.parse((body as Answer).data) : undefined,
  };
}

async function changePrescription(payload: Record<string, unknown>): Promise<Answer> {
  const answer = await testApp().staff.request({
    method: 'PUT',
    url: '/v1/recipe/update_appointment',
    payload,
  });
  return answer.json<Answer>();
}

async function createPrescription(
  fields: Record<string, unknown> = {},
  key?: string,
): Promise<Answer> {
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/recipe/create_appointment',
    payload: { idUser: people.idUser, date: null, type: null, meetingUrl: null, ...fields },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  return answer.json<Answer>();
}

const parseAppointment = ({ data }: Answer) => recipeAppointment.parse(data?.appointment);

async function lastAudit(subjectId: string) {
  const rows = await testApp()
    .database.db.select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, subjectId))
    .orderBy(auditEvents.id);
  return rows.at(-1);
}

test('E-10.210: the card of an appointment with a doctor has the patient, and reading it is audited', async () => {
  const { data } = await create();
  const id = data?.appointment.id ?? '';
  const { card } = await readCard(id);
  expect(card).toMatchObject({
    kind: 'doctor_appointment',
    appointment: { id, status: 'pending', doctor: { name: 'Renata Olvera' } },
    patient: { idUser: people.idUser, name: 'Alejandro Villaseñor', email: 'ale@example.org' },
    cancellationReason: null,
  });
  expect(await lastAudit(id)).toMatchObject({
    action: 'appointment.read',
    patientId: people.idUser,
    subjectKind: 'doctor_appointment',
  });
});

test('E-10.210: the card of a prescription shows whether Calendly booked it', async () => {
  const { db } = testApp().database;
  const prescription = await addRecipeAppointment(db, people.idUser, { startsAt: NINE });
  const booked = await addRecipeAppointment(db, people.idUser, {
    calendlyInviteeUri: `x:${prescription}`,
  });
  expect((await readCard(prescription)).card).toMatchObject({
    kind: 'recipe_appointment',
    appointment: { id: prescription, calendly_data: { start_time: NINE.toISOString() } },
    fromCalendly: false,
  });
  expect((await readCard(booked)).card).toMatchObject({ fromCalendly: true });
});

test('the card is not found for an unknown appointment, one without a patient, and a deleted patient', async () => {
  const { db } = testApp().database;
  const withoutPatient = await addRecipeAppointment(db, null);
  const prescription = await addRecipeAppointment(db, people.idUser);
  const { data } = await create();
  await db.update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, people.idUser));
  for (const id of ['apt_nobody', withoutPatient, prescription, data?.appointment.id ?? '']) {
    expect((await readCard(id)).status).toBe(404);
  }
});

test('E-10.211: a cancellation keeps its reason, its time and its version; undoing it removes the reason', async () => {
  const { data } = await create();
  const idAppointment = data?.appointment.id ?? '';
  const cancelled = await update({
    idAppointment,
    status: 'cancelled',
    reason: '  Sale de viaje  ',
    version: 1,
  });
  expect(cancelled.data?.appointment).toMatchObject({
    status: 'cancelled',
    appointmentDate: { date: NINE.toISOString() },
    version: 2,
  });
  expect((await readCard(idAppointment)).card?.cancellationReason).toBe('Sale de viaje');
  // A legacy client sends no reason, so the existing reason stays.
  await update({ idAppointment, status: 'cancelled', date: later(60).toISOString() });
  expect((await readCard(idAppointment)).card?.cancellationReason).toBe('Sale de viaje');
  await update({ idAppointment, status: 'assigned' });
  expect((await readCard(idAppointment)).card).toMatchObject({
    cancellationReason: null,
    appointment: { status: 'assigned' },
  });
});

test('the audit of a cancellation shows that it has a reason, without its text', async () => {
  const { data } = await create();
  const idAppointment = data?.appointment.id ?? '';
  await update({ idAppointment, status: 'cancelled', reason: 'Sale de viaje' });
  const row = await lastAudit(idAppointment);
  expect(row?.details).toMatchObject({
    changes: { status: { from: 'pending', to: 'cancelled' }, cancellationReason: { from: null } },
  });
  expect(JSON.stringify(row)).not.toContain('viaje');
});

test('a too long reason for a cancellation is rejected in Spanish', async () => {
  const { data } = await create();
  const answer = await update({
    idAppointment: data?.appointment.id,
    status: 'cancelled',
    reason: 'x'.repeat(501),
  });
  expect(answer).toMatchObject({ status: 400 });
  expect(JSON.stringify(answer)).toContain('El motivo puede tener hasta 500 caracteres.');
});

test('E-10.212: staff create a prescription appointment with or without a date, once per key', async () => {
  const without = parseAppointment(await createPrescription());
  expect(without).toMatchObject({
    status: 'pending',
    type: null,
    calendly_data: { start_time: null, meeting_url: null },
    version: 1,
  });
  const key = crypto.randomUUID();
  const fields = {
    date: NINE.toISOString(),
    type: 'Seguimiento',
    meetingUrl: 'meet.example.org/abc',
    status: 'assigned',
  };
  const [first, second] = [
    await createPrescription(fields, key),
    await createPrescription(fields, key),
  ];
  expect(parseAppointment(first)).toMatchObject({
    status: 'assigned',
    type: 'Seguimiento',
    calendly_data: {
      start_time: NINE.toISOString(),
      meeting_url: 'https://meet.example.org/abc',
    },
  });
  expect(parseAppointment(second)).toEqual(parseAppointment(first));
  expect(await createPrescription({ idUser: 'usr_nobody' })).toMatchObject({ code: 'NOT_FOUND' });
});

test('E-10.212: a prescription appointment without a date gets one, and missing fields stay unchanged', async () => {
  const { id } = parseAppointment(await createPrescription({ type: 'Primera vez' }));
  const dated = parseAppointment(
    await changePrescription({ idAppointment: id, date: NINE.toISOString(), version: 1 }),
  );
  expect(dated).toMatchObject({
    status: 'pending',
    type: 'Primera vez',
    calendly_data: { start_time: NINE.toISOString() },
    version: 2,
  });
  const cancelled = parseAppointment(
    await changePrescription({
      idAppointment: id,
      status: 'cancelled',
      reason: 'Ya no la necesita',
      version: 2,
    }),
  );
  expect(cancelled).toMatchObject({ status: 'cancelled', calendly_data: dated.calendly_data });
  expect((await readCard(id)).card?.cancellationReason).toBe('Ya no la necesita');
  expect(await lastAudit(id)).toMatchObject({ action: 'appointment.read' });
});

test('saving an unchanged appointment keeps its version, and is audited as a read', async () => {
  const { data } = await create();
  const idAppointment = data?.appointment.id ?? '';
  const same = { idAppointment, date: NINE.toISOString(), version: 1 };
  expect((await update(same)).data).toEqual(data);
  const appointment = parseAppointment(
    await createPrescription({ date: later(60).toISOString(), type: 'Primera vez' }),
  );
  const prescription = {
    idAppointment: appointment.id,
    type: 'Primera vez',
    status: 'pending',
    version: 1,
  };
  expect(parseAppointment(await changePrescription(prescription))).toEqual(appointment);
  for (const id of [idAppointment, appointment.id]) {
    expect(await lastAudit(id)).toMatchObject({
      action: 'appointment.read',
      patientId: people.idUser,
    });
  }
});

test('a stale change of a prescription appointment is answered with the current one and changes nothing', async () => {
  const { id } = parseAppointment(await createPrescription());
  await changePrescription({ idAppointment: id, status: 'assigned', version: 1 });
  const answer = await changePrescription({ idAppointment: id, status: 'cancelled', version: 1 });
  expect(answer).toMatchObject({
    status: 409,
    code: 'STALE_VERSION',
    details: { current: { status: 'assigned', version: 2 } },
  });
  const [row] = await testApp()
    .database.db.select()
    .from(recipeAppointments)
    .where(eq(recipeAppointments.id, id));
  expect(row).toMatchObject({ status: 'assigned', version: 2 });
});

test.each(['javascript:alert(1)', 'sin punto', 'https://usuario:clave@example.org'])(
  'the meeting link %j is rejected',
  async (meetingUrl) => {
    expect(await createPrescription({ meetingUrl })).toMatchObject({ status: 400 });
  },
);

test('C7, E-10.1011: a second booking of a patient at the same time returns a 409 that names the other appointment, and can be overridden', async () => {
  const { db } = testApp().database;
  const booked = { startsAt: later(15), calendlyInviteeUri: 'x:c7' };
  const prescription = await addRecipeAppointment(db, people.idUser, booked);
  const rejected = await create();
  expect(rejected).toMatchObject({
    status: 409,
    code: 'SAME_TIME',
    details: {
      doctorName: null,
      startsAt: later(15).toISOString(),
      endsAt: later(45).toISOString(),
    },
  });
  const { data } = await create({ despiteSameTime: true });
  const id = data?.appointment.id ?? '';
  const atNine = { doctorName: 'Renata Olvera', startsAt: NINE.toISOString() };
  expect((await readCard(prescription)).card).toMatchObject({ sameTime: atNine });
  expect((await readCard(id)).card).toMatchObject({ sameTime: { doctorName: null } });
  expect(await createPrescription({ date: NINE.toISOString() })).toMatchObject({
    code: 'SAME_TIME',
    details: atNine,
  });
  const idDoctor = await addDoctor(db, { name: 'Otra médica' });
  expect(await create({ idDoctor })).toMatchObject({ code: 'SAME_TIME' });
  expect(await create({ idDoctor, date: later(60).toISOString() })).toMatchObject({ status: 200 });
});

test('C7, E-10.1011: a move to the time of another appointment needs confirmation, except for legacy clients and cancelled appointments', async () => {
  const { data } = await create();
  const appointment = parseAppointment(await createPrescription({ date: later(60).toISOString() }));
  const move = { idAppointment: appointment.id, date: later(10).toISOString() };
  expect(await changePrescription({ ...move, version: 1 })).toMatchObject({ code: 'SAME_TIME' });
  expect(await changePrescription(move)).toMatchObject({ status: 200 });
  const idAppointment = data?.appointment.id ?? '';
  const later5 = { idAppointment, date: later(5).toISOString() };
  expect(await update({ ...later5, version: 1 })).toMatchObject({ code: 'SAME_TIME' });
  expect(await update({ ...later5, version: 1, despiteSameTime: true })).toMatchObject({
    status: 200,
  });
  await update({ idAppointment, status: 'cancelled', version: 2 });
  expect((await readCard(appointment.id)).card).toMatchObject({ sameTime: null });
});

test('C7, E-10.1011: undoing a cancellation needs confirmation if the patient has another appointment then', async () => {
  const { data } = await create({ status: 'cancelled' });
  const idAppointment = data?.appointment.id ?? '';
  const prescription = parseAppointment(await createPrescription({ date: NINE.toISOString() }));
  const back = { idAppointment, status: 'pending', version: 1 };
  expect(await update(back)).toMatchObject({ status: 409, code: 'SAME_TIME' });
  expect(await update({ ...back, despiteSameTime: true })).toMatchObject({ status: 200 });
  const again = { idAppointment: prescription.id, version: 1 };
  await changePrescription({ ...again, status: 'cancelled' });
  const pending = { ...again, version: 2, status: 'pending' };
  expect(await changePrescription(pending)).toMatchObject({ status: 409, code: 'SAME_TIME' });
  expect(await changePrescription({ ...pending, despiteSameTime: true })).toMatchObject({
    status: 200,
  });
});
