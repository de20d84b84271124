import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addDoctor, addDoctorAppointment, addPatient } from '../../testing/records.ts';

const startsAt = new Date('2027-03-09T16:00:00Z');
type Plan = { readonly 'Shared Hit Blocks': number };

const imported = { importDigest: 'x', importedVersion: 1 };

async function isMarked(db: Database, id: string): Promise<boolean | undefined> {
  const [row] = await db.select().from(doctorAppointments).where(eq(doctorAppointments.id, id));
  return row?.doubleBooked;
}

test('an appointment without a date overlaps nothing', async () => {
  const { db } = await createTestDatabase();
  const owners = { patientId: await addPatient(db), doctorId: await addDoctor(db) };
  await addDoctorAppointment(db, owners, { ...imported, startsAt: null });
  const dated = await addDoctorAppointment(db, owners, { ...imported, startsAt });
  expect(await isMarked(db, dated)).toBe(false);
});

test('a long appointment that has begun overlaps until its end', async () => {
  const { db } = await createTestDatabase();
  const doctorId = await addDoctor(db, { appointmentMinutes: 240 });
  const owners = { patientId: await addPatient(db), doctorId };
  const minutesLater = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
  await addDoctorAppointment(db, owners, { ...imported, startsAt });
  const within = await addDoctorAppointment(db, owners, {
    ...imported,
    startsAt: minutesLater(239),
  });
  expect(await isMarked(db, within)).toBe(true);
  await db.delete(doctorAppointments).where(eq(doctorAppointments.id, within));
  const after = await addDoctorAppointment(db, owners, {
    ...imported,
    startsAt: minutesLater(240),
  });
  expect(await isMarked(db, after)).toBe(false);
});

test.each([1, 400])(
  'creating an appointment does not read more and more buffers as appointments accumulate, for %i doctors',
  async (doctors) => {
    const { db } = await createTestDatabase();
    const patientId = await addPatient(db);
    const doctorIds = await Promise.all(Array.from({ length: doctors }, () => addDoctor(db)));
    /** Buffers read per doctor, whose appointments are half an hour apart, under a fresh plan. */
    const pagesRead = (from: number, count: number) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`set local enable_seqscan = off`);
        await transaction.execute(sql`discard plans`);
        const { rows } = await transaction.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`
        explain (analyze, buffers, timing off, format json)
        insert into doctor_appointments
               (id, patient_id, doctor_id, status, starts_at, import_digest, imported_version)
        select 'apt_' || n, ${patientId}, (${sql.param(doctorIds)}::text[])[1 + n % ${doctors}::int], 'assigned',
               ${startsAt.toISOString()}::timestamptz + n / ${doctors}::int * interval '30 minutes', 'x', 1
          from generate_series(${from}::int, ${from + count - 1}::int) n`);
        return Number(rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']) / count;
      });
    const among = { few: await pagesRead(1, 100), many: 0 };
    await pagesRead(101, 4_000);
    among.many = await pagesRead(4_101, 100);
    // Page splits of GiST are random, so up to twice as many are read; a search by start alone, or through
    // all appointments of a doctor, reads more than five times as many.
    expect(among.many).toBeLessThan(among.few * 4);
  },
);
