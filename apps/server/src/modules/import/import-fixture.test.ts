import { readFile } from 'node:fs/promises';
import { count, eq, isNull } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { reportVersions } from '../../schema/reports.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import { exportFile, LEGACY_EXPORT, operator, snapshot } from './testing/exports.ts';

const counts = {
  patient: 120,
  history: 120,
  exam: 255,
  recipe_appointment: 83,
  doctor_appointment: 135,
  doctor: 9,
  partner: 14,
  branch: 120,
  prospect: 60,
};

test('the legacy export is imported completely, with its errors reported', async () => {
  const { db } = await createTestDatabase();
  const report = await importLegacyExport({ source: LEGACY_EXPORT, db, act: operator });
  for (const [kind, number] of Object.entries(counts)) {
    expect([kind, report.tallies[kind as keyof typeof counts]]).toEqual([
      kind,
      { read: number, created: number, updated: 0, unchanged: 0, kept: 0, rejected: 0 },
    ]);
  }
  expect(report.rejected.total).toBe(0);
  expect(report.kept.total).toBe(0);
  expect([...report.ignored]).toEqual([]);
  expect(report.noticed.listed).toEqual([
    { path: 'users[5].createDate', reason: 'fecha inválida' },
    ...[
      'usr_0af4d908c3869f06c64e',
      'usr_45b0dc49c776b3a78548',
      'usr_e53912202149684e4e8c',
      'usr_cf7e3459351ba509290f',
    ].map((id) => ({
      path: `medicalHistories.${id}.name`,
      reason: 'no es el nombre del paciente: se guardan los dos',
    })),
  ]);
  expect(report.repaired.listed).toEqual([
    {
      path: 'medicalHistories.usr_8dfd7cd940752512a249.allExamns.exams[2].fileUrl',
      reason: 'no es una dirección http o https: se deja vacía',
    },
    {
      path: 'prospects[6]',
      reason: expect.stringMatching(/^sin identificador: se le asignó prs_[0-9a-f]{20}$/),
    },
  ]);
});

test('E-10.26: every row of the legacy export is in its table, unchanged, and its appointments are at their times', async () => {
  const { db } = await createTestDatabase();
  await importLegacyExport({ source: LEGACY_EXPORT, db, act: operator });
  const countRows = async (table: PgTable) =>
    (await db.select({ rows: count() }).from(table))[0]?.rows;
  expect(await countRows(patients)).toBe(120);
  expect(await countRows(fertilityTests)).toBe(120);
  expect(await countRows(exams)).toBe(255);
  expect(await countRows(recipeAppointments)).toBe(83);
  expect(await countRows(doctorAppointments)).toBe(135);
  expect(await countRows(doctors)).toBe(9);
  expect(await countRows(partners)).toBe(14);
  expect(await countRows(branches)).toBe(120);
  expect(await countRows(prospects)).toBe(60);

  const legacy = JSON.parse(await readFile(LEGACY_EXPORT, 'utf8'));
  const names = new Map(
    (await db.select({ id: patients.id, name: patients.name }).from(patients)).map(
      ({ id, name }) => [id, name],
    ),
  );
  for (const { idUser, name } of legacy.users) expect(names.get(idUser)).toBe(name);
  const messages = Object.values<LegacyHistory>(legacy.medicalHistories).flatMap(
    ({ MedicalReportData: { examReportIA, firstMedicalReport } }) =>
      [examReportIA.message, firstMedicalReport.message].filter(Boolean),
  );
  const stored = await db.select({ text: reportVersions.text }).from(reportVersions);
  expect(stored.map(({ text }) => text).sort()).toEqual(messages.sort());

  const histories = Object.values<LegacyHistory>(legacy.medicalHistories).map(
    ({ appointments }) => appointments,
  );
  const visits = await db
    .select({
      id: doctorAppointments.id,
      startsAt: doctorAppointments.startsAt,
      doctor: doctors.name,
    })
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId));
  expect(byId(visits)).toEqual(
    byId(
      histories.flatMap(({ doctorAppointments: all }) =>
        all.map(({ id, appointmentDate, doctor }) => ({
          id,
          startsAt: toDate(appointmentDate.date),
          doctor: doctor.name,
        })),
      ),
    ),
  );
  const recipes = await db
    .select({ id: recipeAppointments.id, startsAt: recipeAppointments.startsAt })
    .from(recipeAppointments);
  expect(byId(recipes)).toEqual(
    byId(
      histories.flatMap(({ recipeAppointments: all }) =>
        all.map(({ id, calendly_data: { start_time: date } }) => ({
          id,
          startsAt: toDate(date),
        })),
      ),
    ),
  );

  const undated = await db.select().from(patients).where(isNull(patients.createdAt));
  expect(undated).toMatchObject([
    { id: legacy.users[5].idUser, invalidDates: { createdAt: legacy.users[5].createDate } },
  ]);
  const [audit] = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'data.imported'));
  expect(audit).toMatchObject({
    actorKind: 'operator',
    actorId: 'pruebas',
    details: { total: { read: 916, created: 916 }, repaired: 2 },
  });
});

test('a second import of the legacy export changes only the audit', async () => {
  const { db } = await createTestDatabase();
  await importLegacyExport({ source: LEGACY_EXPORT, db, act: operator });
  const { audit_events: _, ...before } = await snapshot(db);
  const report = await importLegacyExport({ source: LEGACY_EXPORT, db, act: operator });
  const { audit_events: __, ...after } = await snapshot(db);
  expect(after).toEqual(before);
  for (const { read, unchanged } of Object.values(report.tallies)) expect(unchanged).toBe(read);
});

test('an import accepts its lists in any order', async () => {
  const first = await createTestDatabase();
  const second = await createTestDatabase();
  await importLegacyExport({ source: LEGACY_EXPORT, db: first.db, act: operator });
  const legacy = JSON.parse(await readFile(LEGACY_EXPORT, 'utf8'));
  const turned = await exportFile(Object.fromEntries(Object.entries(legacy).reverse()));
  await importLegacyExport({ source: turned, db: second.db, act: operator });
  expect(await withoutTimes(second.db)).toEqual(await withoutTimes(first.db));
});

interface LegacyHistory {
  readonly MedicalReportData: Record<
    'examReportIA' | 'firstMedicalReport',
    { readonly message?: string }
  >;
  readonly appointments: {
    readonly recipeAppointments: readonly {
      readonly id: string;
      readonly calendly_data: { readonly start_time?: LegacyDate };
    }[];
    readonly doctorAppointments: readonly {
      readonly id: string;
      readonly appointmentDate: { readonly date: LegacyDate };
      readonly doctor: { readonly name: string };
    }[];
  };
}

/** The forms that the export has. */
type LegacyDate = string | number | { readonly _seconds: number; readonly _nanoseconds: number };

function toDate(date: LegacyDate | undefined): Date | null {
  if (date === undefined) return null;
  if (typeof date !== 'object') return new Date(date);
  return new Date(date._seconds * 1000 + Math.floor(date._nanoseconds / 1e6));
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The common result of two imports: everything except the audit and timestamps of rows. */
async function withoutTimes(db: Parameters<typeof snapshot>[0]) {
  const { audit_events: _, ...tables } = await snapshot(db);
  const isTime = (name: string) =>
    ['inserted_at', 'updated_at', 'arrived_at', 'pending_at'].includes(name);
  return Object.values(tables).map((rows) =>
    rows
      .map((row) => JSON.stringify(JSON.parse(row, (name, value) => (isTime(name) ? 0 : value))))
      .sort(),
  );
}
