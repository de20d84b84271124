import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doctorAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';

const application = sharedApplication();

/** Monday 23 November 2026, 9:00 in Mexico City. */
const NINE = new Date('2026-11-23T15:00:00.000Z');
const later = (minutes: number) => new Date(NINE.getTime() + minutes * 60_000);

interface Answer {
  status: number;
  code?: string;
  data?: { appointment: Record<string, unknown>; outsideWorkingHours: boolean };
  details?: Record<string, unknown>;
}

async function update(payload: Record<string, unknown>, key?: string): Promise<Answer> {
  const answer = await application().staff.request({
    method: 'PUT',
    url: '/v1/doctor/update_appointment_status',
    payload,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  const body = answer.json<Answer>();
  expect(body.status).toBe(answer.statusCode);
  return body;
}

/** A doctor with appointments of different patients at these times. */
async function doctorWith(...times: (Date | null)[]) {
  const { db } = application().database;
  const doctorId = await addDoctor(db, { name: 'Renata Olvera', specialties: ['Andrología'] });
  const ids: string[] = [];
  for (const [index, startsAt] of times.entries()) {
    const patientId = await addPatient(db, { name: `Paciente ${index}` });
    ids.push(await addDoctorAppointment(db, { patientId, doctorId }, { startsAt }));
  }
  return { doctorId, ids };
}

const findRow = async (id: string) => {
  const [row] = await application()
    .database.db.select()
    .from(doctorAppointments)
    .where(eq(doctorAppointments.id, id));
  return row;
};

test('E-7.26: status and date are saved, and the answer has the current appointment', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const { data } = await update({
    idAppointment: id,
    date: later(60).toISOString(),
    status: 'assigned',
  });
  expect(data).toMatchObject({
    outsideWorkingHours: false,
    appointment: {
      id,
      idAppointment: id,
      status: 'assigned',
      appointmentDate: { date: later(60).toISOString(), endDate: later(90).toISOString() },
      doctor: { name: 'Renata Olvera', specialty_formatted: ['Andrología'] },
      patient: { name: 'Paciente 0' },
      version: 2,
    },
  });
  expect(await findRow(id)).toMatchObject({ status: 'assigned', startsAt: later(60), version: 2 });
});

test('a date is accepted in milliseconds, in seconds and as {_seconds, _nanoseconds}', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const seconds = (minutes: number) => later(minutes).getTime() / 1000;
  for (const [date, minutes] of [
    [later(31).getTime(), 31],
    [seconds(32), 32],
    [{ _seconds: seconds(33), _nanoseconds: 0 }, 33],
  ] as const) {
    const { data } = await update({ idAppointment: id, date, status: 'pending' });
    expect(data?.appointment).toMatchObject({
      appointmentDate: { date: later(minutes).toISOString() },
    });
  }
});

test('E-4.13: an invalid date, an unknown status and an unknown field are rejected with a 400', async () => {
  const { ids } = await doctorWith(NINE);
  const validEdit = { idAppointment: ids[0], date: later(0).toISOString(), status: 'pending' };
  for (const wrong of [
    { date: '2026-02-30T10:00:00Z' },
    { date: 'mañana' },
    { date: null },
    { date: { _seconds: 'x' } },
    { status: 'done' },
    { status: '' },
    { version: 0 },
    { extra: 1 },
  ]) {
    expect(await update({ ...validEdit, ...wrong })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    });
  }
  expect(await findRow(ids[0] ?? '')).toMatchObject({ version: 1 });
});

test('an unknown appointment, or one of a deleted patient, returns a 404', async () => {
  const { staff } = application();
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const date = NINE.toISOString();
  expect(await update({ idAppointment: 'apt_none', date, status: 'pending' })).toMatchObject({
    status: 404,
  });
  const patientId = (await findRow(id))?.patientId;
  await staff.request({
    method: 'POST',
    url: '/v1/user/delete',
    payload: { idUsers: [patientId] },
  });
  expect(await update({ idAppointment: id, date, status: 'pending' })).toMatchObject({
    status: 404,
  });
});

test('a time of another appointment of the doctor is rejected, with that appointment and free times', async () => {
  const { ids } = await doctorWith(NINE, later(120));
  const [, second = ''] = ids;
  const rejected = await update({
    idAppointment: second,
    date: later(15).toISOString(),
    status: 'assigned',
  });
  expect(rejected).toMatchObject({
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
  expect(await findRow(second)).toMatchObject({ startsAt: later(120), version: 1 });
});

test('an adjoining time and the time of a cancelled appointment are free', async () => {
  const { ids } = await doctorWith(NINE, later(120));
  const [first = '', second = ''] = ids;
  expect(
    await update({ idAppointment: second, date: later(30).toISOString(), status: 'assigned' }),
  ).toMatchObject({ status: 200 });
  await update({ idAppointment: first, date: NINE.toISOString(), status: 'cancelled' });
  expect(
    await update({ idAppointment: second, date: NINE.toISOString(), status: 'assigned' }),
  ).toMatchObject({ status: 200 });
  // The cancelled one cannot be reactivated at the same time.
  expect(
    await update({ idAppointment: first, date: NINE.toISOString(), status: 'pending' }),
  ).toMatchObject({ status: 409, code: 'APPOINTMENT_OVERLAP' });
});

test('an appointment of another doctor at the same time does not conflict', async () => {
  const one = await doctorWith(NINE);
  const other = await doctorWith(later(60));
  expect(one.doctorId).not.toBe(other.doctorId);
  expect(
    await update({ idAppointment: other.ids[0], date: NINE.toISOString(), status: 'pending' }),
  ).toMatchObject({ status: 200 });
});

test('an edit of an old version is rejected with the current state, and overwrites nothing', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const ownEdit = {
    idAppointment: id,
    date: later(60).toISOString(),
    status: 'assigned',
    version: 1,
  };
  expect(await update(ownEdit)).toMatchObject({ status: 200 });
  const stale = await update({ ...ownEdit, date: later(90).toISOString(), status: 'cancelled' });
  expect(stale).toMatchObject({
    status: 409,
    code: 'STALE_VERSION',
    details: { current: { id, status: 'assigned', version: 2 } },
  });
  expect(await findRow(id)).toMatchObject({ startsAt: later(60), status: 'assigned', version: 2 });
  // A legacy client sends no version, and overwrites.
  const { version: _, ...legacy } = ownEdit;
  expect(await update({ ...legacy, status: 'pending' })).toMatchObject({ status: 200 });
});

test('a time outside the working hours is saved with a warning', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const sunday = '2026-11-22T18:00:00Z';
  const { data } = await update({ idAppointment: id, date: sunday, status: 'pending' });
  expect(data?.outsideWorkingHours).toBe(true);
  expect(await findRow(id)).toMatchObject({ startsAt: new Date(sunday), version: 2 });
});

test('exactly one of 50 simultaneous moves to one time succeeds', async () => {
  const { ids } = await doctorWith(
    ...Array.from({ length: 50 }, (_, index) => later(1440 + index * 30)),
  );
  const answers = await Promise.all(
    ids.map((idAppointment) =>
      update({ idAppointment, date: NINE.toISOString(), status: 'assigned' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'APPOINTMENT_OVERLAP')).toHaveLength(49);
});

test('one of two simultaneous edits of an appointment is saved and the other rejected', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const answers = await Promise.all(
    [30, 60].map((minutes) =>
      update({
        idAppointment: id,
        date: later(minutes).toISOString(),
        status: 'assigned',
        version: 1,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the database itself rejects a double booking', async () => {
  const { database } = application();
  const { ids } = await doctorWith(NINE, later(60));
  await expect(
    queryAsOwner(database, 'update doctor_appointments set starts_at = $1 where id = $2', [
      NINE,
      ids[1],
    ]),
  ).rejects.toMatchObject({ code: '23P01' });
});

test('an imported overlapping appointment is kept, and marked until it is moved', async () => {
  const { db } = application().database;
  const { doctorId } = await doctorWith(NINE);
  const patientId = await addPatient(db);
  const id = await addDoctorAppointment(
    db,
    { patientId, doctorId },
    { startsAt: later(10), importDigest: 'x', importedVersion: 1 },
  );
  expect(await findRow(id)).toMatchObject({ doubleBooked: true, endsAt: later(40) });
  const { data } = await update({
    idAppointment: id,
    date: later(60).toISOString(),
    status: 'pending',
  });
  expect(data?.appointment).toMatchObject({ overlaps: false });
  // The moved appointment blocks other appointments at its new time.
  const other = await addDoctorAppointment(db, { patientId, doctorId }, { startsAt: later(300) });
  expect(
    await update({ idAppointment: other, date: later(75).toISOString(), status: 'pending' }),
  ).toMatchObject({ status: 409 });
});

test('an edit leaves one audit row of its patient with the changed fields', async () => {
  const { db } = application().database;
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  await update({ idAppointment: id, date: later(60).toISOString(), status: 'assigned' });
  const rows = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(rows).toMatchObject([
    {
      action: 'appointment.updated',
      patientId: (await findRow(id))?.patientId,
      details: {
        changes: {
          status: { from: 'pending', to: 'assigned' },
          startsAt: { from: NINE.toISOString(), to: later(60).toISOString() },
        },
      },
    },
  ]);
});

test('the free times of a doctor are listed; an unknown doctor returns a 404', async () => {
  const { staff } = application();
  const { doctorId } = await doctorWith(NINE, later(30));
  const url = (id: string) =>
    `/v1/doctor/free-times?idDoctor=${id}&from=${NINE.toISOString()}&limit=2`;
  expect(await staff.get(url(doctorId))).toEqual({
    status: 200,
    body: { status: 200, data: { times: [later(60).toISOString(), later(90).toISOString()] } },
  });
  expect((await staff.get(url('doc_none'))).status).toBe(404);
});

test('C2, E-10.1002: a day without an hour is rejected with a message, and the appointment stays', async () => {
  const { ids } = await doctorWith(NINE);
  const [id = ''] = ids;
  const answer = await update({ idAppointment: id, date: '2026-12-09', status: 'assigned' });
  expect(answer).toMatchObject({
    status: 400,
    issues: [{ path: 'date', message: 'Falta la hora.' }],
  });
  expect(await findRow(id)).toMatchObject({ startsAt: NINE, status: 'pending' });
});

test('E-10.3941: an edit that is repeated with its Idempotency-Key is one edit with one answer', async () => {
  const { ids } = await doctorWith(NINE);
  const [idAppointment = ''] = ids;
  const edit = { idAppointment, date: later(60).toISOString(), status: 'pending', version: 1 };
  const key = randomUUID();
  const first = await update(edit, key);
  expect(first).toMatchObject({ status: 200, data: { appointment: { version: 2 } } });
  expect(await update(edit, key)).toEqual(first);
  expect(await update(edit)).toMatchObject({ code: 'STALE_VERSION' });
  expect(await findRow(idAppointment)).toMatchObject({ version: 2, startsAt: later(60) });
});
