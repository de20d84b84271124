import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { doctorAppointments } from '../../schema/appointments.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
const startsAt = new Date('2027-01-12T17:00:00Z');
let doctorId: string;
let patientId: string;
let appointmentId: string;

beforeEach(async () => {
  const { db } = testApp().database;
  doctorId = await addDoctor(db);
  patientId = await addPatient(db);
  appointmentId = await addDoctorAppointment(db, { patientId, doctorId }, { startsAt });
});

async function post(url: string, payload: object) {
  const answer = await testApp().staff.request({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json() };
}
const remove = () => post('/v1/user/delete', { idUsers: [patientId] });
const restore = () => post('/v1/trash/restore', { ids: [patientId] });

async function bookForAnother() {
  const idUser = await addPatient(testApp().database.db, { name: 'Otra paciente' });
  const date = startsAt.toISOString();
  return post('/v1/doctor/create_appointment', { idUser, idDoctor: doctorId, date });
}

async function appointment() {
  const [row] = await testApp()
    .database.db.select()
    .from(doctorAppointments)
    .where(eq(doctorAppointments.id, appointmentId));
  return { isDeleted: row?.deletedAt !== null, version: row?.version };
}

test('E-10.27: restoring a patient blocks the times of their appointments again', async () => {
  expect((await bookForAnother()).status).toBe(409);
  expect((await remove()).status).toBe(200);
  expect(await appointment()).toEqual({ isDeleted: true, version: 1 });
  expect((await restore()).status).toBe(200);
  expect(await appointment()).toEqual({ isDeleted: false, version: 1 });
  expect((await bookForAnother()).status).toBe(409);
});

test('C8, E-10.27, E-10.152, T-H4: a restoration into a taken time is rejected, and loses nothing', async () => {
  await remove();
  const booked = await bookForAnother();
  expect(booked.status).toBe(200);
  expect(await restore()).toEqual({
    status: 409,
    body: errorBody('RESTORE_OVERLAP', {
      details: {
        idUser: patientId,
        taken: {
          doctorName: expect.any(String),
          patientName: 'Otra paciente',
          startsAt: startsAt.toISOString(),
        },
      },
    }),
  });
  expect(await appointment()).toEqual({ isDeleted: true, version: 1 });
  await testApp().staff.request({
    method: 'PUT',
    url: '/v1/doctor/update_appointment_status',
    payload: {
      idAppointment: booked.body.data.appointment.id,
      date: startsAt.toISOString(),
      status: 'cancelled',
    },
  });
  expect((await restore()).status).toBe(200);
  expect(await appointment()).toEqual({ isDeleted: false, version: 1 });
});

test('an appointment deleted before its patient stays deleted', async () => {
  const { db } = testApp().database;
  const earlier = await addDoctorAppointment(
    db,
    { patientId, doctorId },
    { startsAt: new Date('2027-02-12T17:00:00Z'), deletedAt: new Date(), deletionId: 'earlier' },
  );
  await remove();
  await restore();
  const [row] = await db
    .select()
    .from(doctorAppointments)
    .where(eq(doctorAppointments.id, earlier));
  expect(row?.deletionId).toBe('earlier');
});

test('an imported appointment that overlaps another one is restored, and stays double booked', async () => {
  const { db } = testApp().database;
  const imported = { startsAt, importDigest: 'x', importedVersion: 1 };
  const other = await addDoctorAppointment(db, { patientId, doctorId }, imported);
  expect((await remove()).status).toBe(200);
  expect((await restore()).status).toBe(200);
  const [row] = await db.select().from(doctorAppointments).where(eq(doctorAppointments.id, other));
  expect(row).toMatchObject({ deletedAt: null, doubleBooked: true });
});
