import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createTestDatabase, queryAsOwner } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import { exportFile, operator } from './testing/exports.ts';

/** More histories than one batch has. */
const PATIENTS = 2_300;

interface Visit {
  readonly id: string;
  readonly patient: number;
  readonly date: string;
  readonly status?: string;
}

function makeExport(visits: readonly Visit[]) {
  const doctor = { name: 'Luis Paz', email: 'luis@example.org', specialty_formatted: [] };
  const byPatient = Map.groupBy(visits, ({ patient }) => patient);
  return {
    users: Array.from({ length: PATIENTS }, (_, n) => ({ idUser: `usr_${n}`, name: 'Ana' })),
    medicalHistories: Object.fromEntries(
      Array.from({ length: PATIENTS }, (_, n) => [
        `usr_${n}`,
        {
          appointments: {
            doctorAppointments: (byPatient.get(n) ?? []).map(
              ({ id, date, status = 'pending' }) => ({
                id,
                status,
                doctor,
                appointmentDate: { date },
              }),
            ),
          },
        },
      ]),
    ),
  };
}

const first: readonly Visit[] = [
  { id: 'apt_a', patient: 0, date: '2026-11-23T15:00:00Z' },
  { id: 'apt_b', patient: 0, date: '2026-11-23T15:10:00Z' },
  { id: 'apt_c', patient: 1, date: '2026-11-23T16:00:00Z', status: 'cancelled' },
  { id: 'apt_d', patient: 2, date: '2026-11-23T17:00:00Z' },
  { id: 'apt_e', patient: PATIENTS - 1, date: '2026-11-23T15:20:00Z' },
  { id: 'apt_f', patient: PATIENTS - 1, date: '2026-11-23T16:00:00Z' },
  { id: 'apt_g', patient: PATIENTS - 1, date: '2026-11-23T17:30:00Z' },
];

async function listMarked(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from doctor_appointments where double_booked order by id`,
  );
  return rows.map(({ id }) => id);
}

test('an import marks overlapping appointments at any distance in the file', async () => {
  const database = await createTestDatabase();
  const run = async (content: unknown) =>
    importLegacyExport({ source: await exportFile(content), db: database.db, act: operator });
  const report = await run(makeExport(first));
  expect(await listMarked(database.db)).toEqual(['apt_b', 'apt_e']);
  expect(report.overlapping.listed.map(({ path }) => path)).toEqual([
    'medicalHistories.usr_0.appointments.doctorAppointments[1]',
    `medicalHistories.usr_${PATIENTS - 1}.appointments.doctorAppointments[0]`,
  ]);

  // A newer export moves one appointment away, moves another over an earlier one, and adds a third over both.
  const second = await run(
    makeExport([
      ...first.filter(({ id }) => id !== 'apt_b' && id !== 'apt_g'),
      { id: 'apt_b', patient: 0, date: '2026-11-23T19:00:00Z' },
      { id: 'apt_g', patient: PATIENTS - 1, date: '2026-11-23T17:10:00Z' },
      { id: 'apt_h', patient: 5, date: '2026-11-23T16:59:00Z' },
    ]),
  );
  expect(second.tallies.doctor_appointment).toMatchObject({
    created: 1,
    updated: 2,
    unchanged: 5,
  });
  expect(await listMarked(database.db)).toEqual(['apt_e', 'apt_g', 'apt_h']);

  // Unmarked appointments are still in the constraint.
  const rejected = queryAsOwner(
    database,
    `update doctor_appointments set starts_at = '2026-11-23T17:05:00Z', version = version + 1
      where id = 'apt_f'`,
  );
  await expect(rejected).rejects.toMatchObject({
    constraint: 'doctor_appointments_no_double_booking',
  });
});
