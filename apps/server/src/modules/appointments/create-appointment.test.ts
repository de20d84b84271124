import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addDoctor, addDoctorAppointment, addPatient, newId } from '../../testing/records.ts';

const application = sharedApplication();

/** Monday 23 November 2026, 9:00 in Mexico City. */
const NINE = new Date('2026-11-23T15:00:00.000Z');
const later = (minutes: number) => new Date(NINE.getTime() + minutes * 60_000);

interface Answer {
  status: number;
  code?: string;
  errorMessage?: string;
  data?: { appointment: { id: string } & Record<string, unknown>; outsideWorkingHours: boolean };
  details?: Record<string, unknown>;
}

let idUser = '';
let idDoctor = '';

beforeEach(async () => {
  const { db } = application().database;
  idUser = await addPatient(db, { name: 'Alejandro Villaseñor', email: 'ale@example.org' });
  idDoctor = await addDoctor(db, { name: 'Renata Olvera', specialties: ['Andrología'] });
});

async function send(
  method: 'POST' | 'PUT',
  url: string,
  payload: Record<string, unknown>,
  key?: string,
): Promise<Answer> {
  const answer = await application().staff.request({
    method,
    url,
    payload,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  const body = answer.json<Answer>();
  expect(body.status).toBe(answer.statusCode);
  return body;
}

/** Asks for an appointment of the test's patient and doctor at nine, unless told otherwise. */
const create = (fields: Record<string, unknown> = {}, key?: string) =>
  send(
    'POST',
    '/v1/doctor/create_appointment',
    { idUser, idDoctor, date: NINE.toISOString(), ...fields },
    key,
  );

const update = (fields: Record<string, unknown>) =>
  send('PUT', '/v1/doctor/update_appointment_status', { status: 'pending', ...fields });

const rows = () =>
  application()
    .database.db.select()
    .from(doctorAppointments)
    .where(eq(doctorAppointments.doctorId, idDoctor));

const retire = (transaction: Pick<Transaction, 'update'> = application().database.db) =>
  transaction.update(doctors).set({ retiredAt: new Date() }).where(eq(doctors.id, idDoctor));

/** Others who want to come to the test's doctor. */
const others = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      addPatient(application().database.db, { name: `Paciente ${index}` }),
    ),
  );

test('an appointment is made, and comes back as every other call tells it', async () => {
  const { data } = await create({ status: 'assigned' });
  expect(data).toEqual({
    outsideWorkingHours: false,
    appointment: {
      id: expect.stringMatching(/^apt_[0-9a-f]{20}$/),
      idAppointment: data?.appointment.id,
      idUser,
      idDoctor,
      status: 'assigned',
      createDate: expect.any(String),
      appointmentDate: { date: NINE.toISOString(), endDate: later(30).toISOString() },
      doctor: { name: 'Renata Olvera', specialty_formatted: ['Andrología'], email: null },
      patient: { name: 'Alejandro Villaseñor', email: 'ale@example.org', phone: null },
      overlaps: false,
      version: 1,
    },
  });
  const { body } = await application().staff.get(
    `/v1/user/get-medical-history-patient?idUser=${idUser}`,
  );
  expect(body).toMatchObject({
    data: { appointments: { doctorAppointments: [data?.appointment] } },
  });
});

test('without a status it is pending, and it lasts as long as the doctor’s last', async () => {
  const { db } = application().database;
  await db.update(doctors).set({ appointmentMinutes: 45 }).where(eq(doctors.id, idDoctor));
  expect((await create()).data?.appointment).toMatchObject({
    status: 'pending',
    appointmentDate: { endDate: later(45).toISOString() },
  });
});

test('a date is accepted in every form of the wire, also one that is over', async () => {
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

test('a date that does not exist, a status outside the list and whatever else does not fit are 400', async () => {
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

test('a patient or a doctor who is unknown or in the bin is 404', async () => {
  const { db } = application().database;
  const binned = await addPatient(db, { deletedAt: new Date() });
  const gone = await addDoctor(db, { deletedAt: new Date() });
  // An id names one kind of record: a doctor is no patient.
  for (const wrong of [
    { idUser: 'usr_none' },
    { idUser: binned },
    { idUser: idDoctor },
    { idDoctor: 'doc_none' },
    { idDoctor: gone },
    { idDoctor: idUser },
  ]) {
    expect(await create(wrong)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
  expect(await rows()).toEqual([]);
});

test('a time that is taken is refused, with whom, when and what is free', async () => {
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

test('a patient in the bin keeps their time, and is named to nobody', async () => {
  const { db } = application().database;
  const [other = ''] = await others(1);
  await create({ idUser: other });
  await db.update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, other));
  expect(await create()).toMatchObject({
    code: 'APPOINTMENT_OVERLAP',
    details: { patientName: null, startsAt: NINE.toISOString(), endsAt: later(30).toISOString() },
  });
});

test('what only touches another one, or stands beside a cancelled one, or is cancelled itself, is made', async () => {
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

test('a time outside the working hours is made, with a word about it', async () => {
  // A Sunday.
  expect((await create({ date: '2026-11-22T18:00:00Z' })).data?.outsideWorkingHours).toBe(true);
});

describe('a doctor who has retired', () => {
  const RETIRED = { status: 409, code: 'DOCTOR_RETIRED' };

  test('takes no new appointments, not even one that is over or cancelled, and has no free times', async () => {
    await retire();
    expect(await create()).toMatchObject({
      ...RETIRED,
      errorMessage:
        'Este médico está retirado y no toma citas nuevas ni cambia de hora las que tiene.',
    });
    expect(await create({ date: '2020-01-01T18:00:00Z' })).toMatchObject(RETIRED);
    expect(await create({ status: 'cancelled' })).toMatchObject(RETIRED);
    expect(await rows()).toEqual([]);
    const { body } = await application().staff.get(
      `/v1/doctor/free-times?idDoctor=${idDoctor}&from=${NINE.toISOString()}`,
    );
    expect(body).toEqual({ status: 200, data: { times: [] } });
  });

  test('keeps the times of the earlier ones, which may change their status and be cancelled', async () => {
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

  test('gives no time to an imported appointment that had none', async () => {
    const { db } = application().database;
    const idAppointment = await addDoctorAppointment(db, {
      patientId: idUser,
      doctorId: idDoctor,
    });
    await retire();
    expect(await update({ idAppointment, date: NINE.toISOString() })).toMatchObject(RETIRED);
  });
});

describe('at the same time', () => {
  test('of 50 who want one time exactly one gets it, and the others are told who', async () => {
    const patients = await others(50);
    const answers = await Promise.all(patients.map((patient) => create({ idUser: patient })));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const refusals = answers.filter(({ code }) => code === 'APPOINTMENT_OVERLAP');
    expect(refusals).toHaveLength(49);
    const winner = winners[0]?.data?.appointment as { patient: { name: string } } | undefined;
    for (const { details } of refusals) {
      expect(details).toMatchObject({ patientName: winner?.patient.name });
      expect(details?.freeTimes).toHaveLength(5);
    }
    expect(await rows()).toHaveLength(1);
  });

  test('creations and edits that want one time: one of them gets it, and none dies', async () => {
    const patients = await others(12);
    const ids = await Promise.all(
      patients
        .slice(0, 6)
        .map((patientId, index) =>
          addDoctorAppointment(
            application().database.db,
            { patientId, doctorId: idDoctor },
            { startsAt: later(1440 + index * 30) },
          ),
        ),
    );
    const answers = await Promise.all(
      ids.flatMap((idAppointment, index) => [
        update({ idAppointment, date: NINE.toISOString() }),
        create({ idUser: patients[index + 6] }),
      ]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'APPOINTMENT_OVERLAP')).toHaveLength(11);
  });

  test('one that waits for the doctor’s retirement is refused', async () => {
    const answer = await whileHeld(
      (transaction) => retire(transaction),
      () => create(),
    );
    expect(answer).toMatchObject({ code: 'DOCTOR_RETIRED' });
    expect(await rows()).toEqual([]);
  });

  test('one that waits for its patient to go to the bin is refused', async () => {
    const answer = await whileHeld(
      (transaction) =>
        transaction.execute(
          // As the bin does it: it locks the record, and then marks it.
          `select id from patients where id = '${idUser}' for update;
           update patients set deleted_at = now() where id = '${idUser}'`,
        ),
      () => create(),
    );
    expect(answer).toMatchObject({ code: 'NOT_FOUND' });
    expect(await rows()).toEqual([]);
  });

  test('creations and a retirement: what was made before it stays, and nothing comes after', async () => {
    const times = Array.from({ length: 20 }, (_, index) => later(index * 30).toISOString());
    const [retired, ...answers] = await Promise.all([
      send('PUT', '/v1/doctor/retire', { idDoctor, retired: true }),
      ...times.map((date) => create({ date })),
    ]);
    expect(retired.status).toBe(200);
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ code }) => code === 'DOCTOR_RETIRED');
    expect(made.length + refused.length).toBe(20);
    expect(await rows()).toHaveLength(made.length);
    expect(await create({ date: later(6000).toISOString() })).toMatchObject({
      code: 'DOCTOR_RETIRED',
    });
  });
});

/** Sends a request while a transaction holds what it did, and lets go once the request waits for it. */
async function whileHeld(
  act: (transaction: Transaction) => PromiseLike<unknown>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = application().database;
  let asked: Promise<Answer> | undefined;
  await db.transaction(async (transaction) => {
    await act(transaction);
    asked = request();
    await vi.waitFor(async () => {
      const { rows: waiting } = await db.execute(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
  });
  if (!asked) throw new Error('Nothing was asked');
  return asked;
}

describe('with an Idempotency-Key', () => {
  test('T-H2: one that is sent again is made once and answered the same', async () => {
    const key = newId('key');
    const first = await create({}, key);
    expect(await create({}, key)).toEqual(first);
    const many = await Promise.all(Array.from({ length: 8 }, () => create({}, key)));
    for (const answer of many) expect(answer).toEqual(first);
    expect(await rows()).toHaveLength(1);
  });

  test('what is kept to answer again tells nothing of the patient', async () => {
    const key = newId('key');
    const { data } = await create({}, key);
    const { rows: kept } = await application().database.pool.query(
      'select answer from idempotency_keys where key = $1',
      [key],
    );
    expect(kept).toEqual([{ answer: { id: data?.appointment.id, outsideWorkingHours: false } }]);
  });

  test('one that was refused may be sent again once the time is free', async () => {
    const key = newId('key');
    const { data } = await create();
    expect(await create({}, key)).toMatchObject({ code: 'APPOINTMENT_OVERLAP' });
    await update({
      idAppointment: data?.appointment.id,
      date: NINE.toISOString(),
      status: 'cancelled',
    });
    expect(await create({}, key)).toMatchObject({ status: 200 });
  });

  test('another request under the same key is refused', async () => {
    const key = newId('key');
    await create({}, key);
    expect(await create({ date: later(60).toISOString() }, key)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});

test('it leaves one audit row in the history of its patient, and a refusal none', async () => {
  const { db } = application().database;
  const { data } = await create();
  await create();
  const acts = await db.select().from(auditEvents).where(eq(auditEvents.patientId, idUser));
  expect(acts).toMatchObject([
    {
      action: 'appointment.created',
      actorId: application().staff.id,
      subjectKind: 'doctor_appointment',
      subjectId: data?.appointment.id,
      details: { status: 'pending', startsAt: NINE.toISOString(), doctorId: idDoctor },
    },
  ]);
});
