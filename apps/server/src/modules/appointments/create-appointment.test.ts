import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { appointmentCalls, later, NINE } from '../../testing/calls/appointment-calls.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';

const application = sharedApplication();
const { people, create, update, rows, retire, others } = appointmentCalls(application);

test('E-7.40: a new appointment is stored, and presented as in every other call', async () => {
  const { data } = await create({ status: 'assigned' });
  expect(data).toEqual({
    outsideWorkingHours: false,
    appointment: {
      attendance: [],
      id: expect.stringMatching(/^apt_[0-9a-f]{20}$/),
      idAppointment: data?.appointment.id,
      ...people,
      status: 'assigned',
      createDate: expect.any(String),
      appointmentDate: { date: NINE.toISOString(), endDate: later(30).toISOString() },
      doctor: { name: 'Renata Olvera', specialty_formatted: ['Andrología'], email: null },
      place: null,
      patient: { name: 'Alejandro Villaseñor', email: 'ale@example.org', phone: null },
      request: null,
      overlaps: false,
      version: 1,
    },
  });
  const { body } = await application().staff.get(
    `/v1/user/get-medical-history-patient?idUser=${people.idUser}`,
  );
  expect(body).toMatchObject({
    data: { appointments: { doctorAppointments: [data?.appointment] } },
  });
});

test('a new appointment is pending by default, and as long as its doctor’s setting', async () => {
  const { db } = application().database;
  await db.update(doctors).set({ appointmentMinutes: 45 }).where(eq(doctors.id, people.idDoctor));
  expect((await create()).data?.appointment).toMatchObject({
    status: 'pending',
    appointmentDate: { endDate: later(45).toISOString() },
  });
});

test('every wire format of a date is accepted, and so is a past date', async () => {
  const seconds = Date.parse('2024-05-06T15:00:00Z') / 1000;
  const forms = [
    '2024-05-06T16:00:00Z',
    seconds,
    (seconds + 1800) * 1000,
    { _seconds: seconds + 5400 },
  ];
  for (const date of forms) expect(await create({ date })).toMatchObject({ status: 200 });
  expect(await rows()).toHaveLength(forms.length);
});

test('E-7.40: an invalid date, an unknown status and other invalid input are rejected with a 400', async () => {
  for (const wrong of [
    { date: '2026-02-30T10:00:00Z' },
    { date: 'mañana' },
    { date: null },
    { date: '' },
    { date: undefined },
    { date: '9999-01-01T00:00:00Z' },
    { status: 'done' },
    { status: '' },
    { status: null },
    { idUser: '' },
    { idDoctor: '../x' },
    { idDoctor: undefined },
    { version: 1 },
  ]) {
    expect(await create(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    });
  }
  expect(await rows()).toEqual([]);
});

test('E-7.40: an unknown or deleted patient or doctor returns a 404', async () => {
  const { db } = application().database;
  const trashed = await addPatient(db, { deletedAt: new Date() });
  const deleted = await addDoctor(db, { deletedAt: new Date() });
  // A doctor's id is not a patient's.
  for (const wrong of [
    { idUser: 'usr_none' },
    { idUser: trashed },
    { idUser: people.idDoctor },
    { idDoctor: 'doc_none' },
    { idDoctor: deleted },
    { idDoctor: people.idUser },
  ]) {
    expect(await create(wrong)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
  expect(await rows()).toEqual([]);
});

test('a taken time is rejected with the other appointment and free times', async () => {
  const [other] = await others(1);
  await create({ idUser: other });
  expect(await create({ date: later(15).toISOString() })).toMatchObject({
    status: 409,
    code: 'APPOINTMENT_OVERLAP',
    errorMessage: 'El médico ya tiene una cita a esa hora.',
    details: {
      patientName: 'Paciente 0',
      startsAt: NINE.toISOString(),
      endsAt: later(30).toISOString(),
      freeTimes: [30, 60, 90, 120, 150].map((minutes) => later(minutes).toISOString()),
    },
  });
  expect(await rows()).toHaveLength(1);
});

test('appointments of a deleted patient block no time and are not named', async () => {
  const { db } = application().database;
  const [other = ''] = await others(1);
  await create({ idUser: other });
  await db.update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, other));
  expect(await create()).toMatchObject({
    code: 'APPOINTMENT_OVERLAP',
    details: { patientName: null, startsAt: NINE.toISOString(), endsAt: later(30).toISOString() },
  });
});

test('an adjoining or a cancelled appointment does not conflict', async () => {
  await create();
  expect(await create({ date: later(30).toISOString() })).toMatchObject({ status: 200 });
  expect(await create({ date: later(-30).toISOString() })).toMatchObject({ status: 200 });
  expect(await create({ date: later(10).toISOString(), status: 'cancelled' })).toMatchObject({
    status: 200,
  });
  const date = later(90).toISOString();
  expect(await create({ date, status: 'cancelled' })).toMatchObject({ status: 200 });
  expect(await create({ date })).toMatchObject({ status: 200 });
});

test('a time outside the working hours is accepted with a warning', async () => {
  // A Sunday.
  expect((await create({ date: '2026-11-22T18:00:00Z' })).data?.outsideWorkingHours).toBe(true);
});

describe('a retired doctor', () => {
  const RETIRED = { status: 409, code: 'DOCTOR_RETIRED' };

  test('E-5.31, E-10.23: takes no new appointments, not even past or cancelled ones, and has no free times', async () => {
    await retire();
    expect(await create()).toMatchObject({
      ...RETIRED,
      errorMessage:
        'Este médico está inactivo: no se le pueden agendar citas ni reprogramar las que tiene.',
    });
    expect(await create({ date: '2020-01-01T18:00:00Z' })).toMatchObject(RETIRED);
    expect(await create({ status: 'cancelled' })).toMatchObject(RETIRED);
    expect(await rows()).toEqual([]);
    const { body } = await application().staff.get(
      `/v1/doctor/free-times?idDoctor=${people.idDoctor}&from=${NINE.toISOString()}`,
    );
    expect(body).toEqual({ status: 200, data: { times: [] } });
  });

  test('E-5.31, E-10.23: keeps earlier appointments, which may change their status and be cancelled', async () => {
    const { data } = await create();
    const idAppointment = data?.appointment.id;
    await retire();
    for (const status of ['assigned', 'cancelled', 'pending']) {
      expect(await update({ idAppointment, date: NINE.toISOString(), status })).toMatchObject({
        status: 200,
      });
    }
    for (const status of ['assigned', 'cancelled']) {
      const date = later(60).toISOString();
      expect(await update({ idAppointment, date, status })).toMatchObject(RETIRED);
    }
    expect(await rows()).toMatchObject([{ startsAt: NINE, status: 'pending', version: 4 }]);
  });

  test('cannot add a time to an imported appointment without one', async () => {
    const { db } = application().database;
    const idAppointment = await addDoctorAppointment(db, {
      patientId: people.idUser,
      doctorId: people.idDoctor,
    });
    await retire();
    expect(await update({ idAppointment, date: NINE.toISOString() })).toMatchObject(RETIRED);
  });
});

test('an appointment leaves one audit row of its patient, and a rejection leaves one for the record that it shows', async () => {
  const { db } = application().database;
  const { data } = await create();
  await create();
  const acts = await db.select().from(auditEvents).where(eq(auditEvents.patientId, people.idUser));
  expect(acts).toMatchObject([
    {
      action: 'appointment.created',
      actorId: application().staff.id,
      subjectKind: 'doctor_appointment',
      subjectId: data?.appointment.id,
      details: { status: 'pending', startsAt: NINE.toISOString(), doctorId: people.idDoctor },
    },
    // The rejection names the conflicting appointment.
    { action: 'record.shown', details: { code: 'APPOINTMENT_OVERLAP' } },
  ]);
});
