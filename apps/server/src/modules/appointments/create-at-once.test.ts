import { describe, expect, test, vi } from 'vitest';
import type { Transaction } from '../../platform/database/database.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  type AppointmentAnswer,
  appointmentCalls,
  later,
  NINE,
} from '../../testing/calls/appointment-calls.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addDoctorAppointment, newId } from '../../testing/records.ts';

const application = sharedApplication();
const { people, create, update, rows, retire, send, others } = appointmentCalls(application);

describe('simultaneous requests for appointments', () => {
  test('E-7.41: exactly one of 50 requests for the same time succeeds, and the others name its appointment', async () => {
    const patients = await others(50);
    const answers = await Promise.all(patients.map((patient) => create({ idUser: patient })));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const rejections = answers.filter(({ code }) => code === 'APPOINTMENT_OVERLAP');
    expect(rejections).toHaveLength(49);
    const winner = winners[0]?.data?.appointment as { patient: { name: string } } | undefined;
    for (const { details } of rejections) {
      expect(details).toMatchObject({ patientName: winner?.patient.name });
      expect(details?.freeTimes).toHaveLength(5);
    }
    expect(await rows()).toHaveLength(1);
  });

  test('E-7.41: one of several creations and edits for one time succeeds, without a deadlock', async () => {
    const patients = await others(12);
    const ids = await Promise.all(
      patients
        .slice(0, 6)
        .map((patientId, index) =>
          addDoctorAppointment(
            application().database.db,
            { patientId, doctorId: people.idDoctor },
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

  test('E-7.41: a creation that waits for the doctor’s retirement is rejected', async () => {
    const answer = await whileLocked(
      (transaction) => retire(transaction),
      () => create(),
    );
    expect(answer).toMatchObject({ code: 'DOCTOR_RETIRED' });
    expect(await rows()).toEqual([]);
  });

  test('a creation that waits for its patient’s deletion is rejected', async () => {
    const answer = await whileLocked(
      (transaction) =>
        transaction.execute(
          // Imitates a deletion, which locks the record and then marks it.
          `select id from patients where id = '${people.idUser}' for update;
           update patients set deleted_at = now() where id = '${people.idUser}'`,
        ),
      () => create(),
    );
    expect(answer).toMatchObject({ code: 'NOT_FOUND' });
    expect(await rows()).toEqual([]);
  });

  test('appointments created before a retirement stay, and later ones are rejected', async () => {
    const times = Array.from({ length: 20 }, (_, index) => later(index * 30).toISOString());
    const [retired, ...answers] = await Promise.all([
      send('PUT', '/v1/doctor/retire', { idDoctor: people.idDoctor, retired: true }),
      ...times.map((date) => create({ date })),
    ]);
    expect(retired.status).toBe(200);
    const created = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ code }) => code === 'DOCTOR_RETIRED');
    expect(created.length + rejected.length).toBe(20);
    expect(await rows()).toHaveLength(created.length);
    expect(await create({ date: later(6000).toISOString() })).toMatchObject({
      code: 'DOCTOR_RETIRED',
    });
  });
});

/**
 * Sends a request while a transaction holds its locks, and commits once the request waits for them.
 */
async function whileLocked(
  act: (transaction: Transaction) => PromiseLike<unknown>,
  request: () => Promise<AppointmentAnswer>,
): Promise<AppointmentAnswer> {
  const { db } = application().database;
  let pending: Promise<AppointmentAnswer> | undefined;
  await db.transaction(async (transaction) => {
    await act(transaction);
    pending = request();
    await vi.waitFor(async () => {
      const { rows: waiting } = await db.execute(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    }, LONG_WAIT);
  });
  if (!pending) throw new Error('The request was not sent');
  return pending;
}

describe('an appointment with an Idempotency-Key', () => {
  test('E-7.40, T-H2: a repeated request creates one appointment and gets the same answer', async () => {
    const key = newId('key');
    const first = await create({}, key);
    expect(await create({}, key)).toEqual(first);
    const many = await Promise.all(Array.from({ length: 8 }, () => create({}, key)));
    for (const answer of many) expect(answer).toEqual(first);
    expect(await rows()).toHaveLength(1);
  });

  test('the stored answer has no data of the patient', async () => {
    const key = newId('key');
    const { data } = await create({}, key);
    const { rows: kept } = await application().database.pool.query(
      'select answer from idempotency_keys where key = $1',
      [key],
    );
    expect(kept).toEqual([{ answer: { id: data?.appointment.id, outsideWorkingHours: false } }]);
  });

  test('a rejected request may be repeated once the time is free', async () => {
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

  test('a different request under the same key is rejected', async () => {
    const key = newId('key');
    await create({}, key);
    expect(await create({ date: later(60).toISOString() }, key)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});
