import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import { stableId } from './kinds.ts';
import { exportFile, operator, smallExport } from './testing/exports.ts';

/** The name of the doctor in the small export. */
const DOCTOR = stableId('doc', 'email', 'ana@example.org');

async function databaseWithIds(count: number) {
  const { db } = await createTestDatabase();
  await db.execute(sql`
    insert into record_ids (id, kind)
    select 'old_' || n, 'patient' from generate_series(1, ${count}::int) n`);
  return db;
}

test.each([0, 11_000])(
  'a doctor does not get the id of another record of the file, with %i ids before it',
  async (before) => {
    const db = await databaseWithIds(before);
    const run = async (content: unknown) =>
      importLegacyExport({ source: await exportFile(content), db, act: operator });

    const taken = smallExport();
    taken.users.push({ idUser: DOCTOR, name: 'Con el id de un médico' });
    const first = await run(taken);
    expect(first.tallies.patient).toMatchObject({ read: 3, created: 3 });
    expect(first.tallies.doctor).toMatchObject({ read: 1, created: 0, rejected: 1 });
    expect(first.rejected.listed.map(({ reason }) => reason)).toEqual([
      'su identificador ya es de un paciente',
      'no se encontró su médico',
    ]);
  },
);

test.each([0, 11_000])(
  'another record does not get the id of a doctor, with %i ids before it',
  async (before) => {
    const db = await databaseWithIds(before);
    const taking = smallExport();
    const [exam] = taking.medicalHistories.usr_1.allExamns.exams;
    taking.medicalHistories.usr_1.allExamns.exams.push({
      ...exam,
      examType: 'Perfil',
      id: DOCTOR,
    } as never);
    const report = await importLegacyExport({
      source: await exportFile(taking),
      db,
      act: operator,
    });
    expect(report.tallies.doctor).toMatchObject({ created: 1 });
    expect(report.rejected.listed).toEqual([
      {
        path: 'medicalHistories.usr_1.allExamns.exams[1]',
        reason: 'su identificador ya es de un médico',
      },
    ]);
  },
);

test.each([0, 11_000])(
  'a purged record is not imported again, with %i other ids',
  async (before) => {
    const db = await databaseWithIds(before);
    await db.execute(sql`
    insert into record_ids (id, kind) values ('usr_2', 'patient'), ('exm_1', 'partner')`);
    const report = await importLegacyExport({
      source: await exportFile(smallExport()),
      db,
      act: operator,
    });
    expect(report.tallies.patient).toMatchObject({ read: 2, created: 1, kept: 1 });
    expect(report.rejected.listed).toEqual([
      {
        path: 'medicalHistories.usr_1.allExamns.exams[0]',
        reason: 'su identificador ya es de un partner',
      },
    ]);
  },
);
