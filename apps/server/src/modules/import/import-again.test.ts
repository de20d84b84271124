import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NO_REQUEST } from '../../platform/act.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { exams } from '../../schema/exams.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { branches } from '../../schema/partners.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { reportVersions } from '../../schema/reports.ts';
import { UNRESTRICTED } from '../../testing/accounts/everybody.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { readMedicalHistory } from '../patients/read-patient.ts';
import { moveToTrash } from '../trash/move-to-trash.ts';
import { restoreRecords } from '../trash/restore.ts';
import type { FindingLog } from './findings.ts';
import { importLegacyExport } from './import-export.ts';
import { exportFile, operator, smallExport, snapshot } from './testing/exports.ts';

const member = {
  actor: UNRESTRICTED,
  origin: NO_REQUEST,
} as const;

async function importSmallExport() {
  const database = await createTestDatabase();
  const run = async (content: unknown): Promise<FindingLog> =>
    importLegacyExport({ source: await exportFile(content), db: database.db, act: operator });
  const first = await run(smallExport());
  return { ...database, run, first };
}

test('an import stores a small export field by field', async () => {
  const { db, first } = await importSmallExport();
  expect(first.repaired.listed).toEqual([]);
  expect(first.rejected.listed).toEqual([]);
  expect(await db.select().from(patients).where(eq(patients.id, 'usr_1'))).toMatchObject([
    {
      name: 'Íñigo Muñoz',
      email: 'inigo@example.org',
      phone: '+52 55 0000 0001',
      status: 2,
      createdAt: new Date('2025-03-17T16:47:06.000Z'),
      lastAccessAt: new Date('2024-11-26T00:24:13.338Z'),
      version: 1,
      importedVersion: 1,
    },
  ]);
  expect(await db.select().from(fertilityTests)).toEqual([
    { patientId: 'usr_1', userName: 'Íñigo', historyName: null },
  ]);
  const draft = { number: 1, type: 'draft', source: 'importacion', model: null };
  expect(await db.select().from(reportVersions).orderBy(reportVersions.kind)).toMatchObject([
    { kind: 'exam_ai', text: '**Volumen:** 2 ml【4:2†source】', ...draft },
    { kind: 'first_medical', text: 'Todo en orden', ...draft },
  ]);
  expect(await db.select().from(exams)).toMatchObject([
    { id: 'exm_1', type: 'Seminograma', externalUrl: 'https://example.org/1.pdf' },
  ]);
  expect(await db.select().from(recipeAppointments)).toMatchObject([
    {
      id: 'rec_1',
      status: 'pending',
      startsAt: new Date(1_771_121_890_000),
      meetingUrl: 'https://meet.example.org/1',
      prescriptionExplanation: '**Receta**\n---\nVitamina E',
    },
  ]);
  const [doctor] = await db.select().from(doctors);
  expect(doctor).toMatchObject({
    id: expect.stringMatching(/^doc_[0-9a-f]{20}$/),
    name: 'Ana Ruiz',
    email: 'Ana@example.org',
    specialties: ['Urología'],
  });
  expect(await db.select().from(doctorAppointments)).toMatchObject([
    { id: 'apt_1', doctorId: doctor?.id, startsAt: new Date('2026-02-03T10:00:00Z') },
  ]);
  expect(await db.select().from(branches)).toMatchObject([
    {
      partnerId: 'lab-uno',
      address: { street: 'Calle 1', city: 'Mérida' },
      latitude: 20.9,
      longitude: -89.6,
      exams: ['SEM', 'Perfil Hormonal'],
      utm: true,
    },
  ]);
});

test('an import stores the changes of a newer export, and counts them', async () => {
  const { db, run } = await importSmallExport();
  const newer = smallExport();
  Object.assign(newer.users[1] ?? {}, { status: 3 });
  const history = newer.medicalHistories.usr_1;
  history.userData.test.userName = 'Íñigo M.';
  history.MedicalReportData.examReportIA.message = 'Nuevo informe';
  history.MedicalReportData.firstMedicalReport.message = '';
  history.allExamns.exams = [];
  const report = await run(newer);
  expect(report.tallies.patient).toMatchObject({ updated: 1, unchanged: 1 });
  expect(report.tallies.history).toMatchObject({ updated: 1 });
  const [patient] = await db.select().from(patients).where(eq(patients.id, 'usr_2'));
  expect(patient).toMatchObject({ status: 3, version: 2, importedVersion: 2 });
  // A new text becomes a further draft, and a missing text removes nothing.
  const versions = db
    .select()
    .from(reportVersions)
    .orderBy(reportVersions.kind, reportVersions.number);
  const drafts = [
    { kind: 'exam_ai', number: 1, text: '**Volumen:** 2 ml【4:2†source】' },
    { kind: 'exam_ai', number: 2, text: 'Nuevo informe' },
    { kind: 'first_medical', number: 1, text: 'Todo en orden' },
  ];
  expect(await versions).toMatchObject(drafts);
  expect(await db.select().from(fertilityTests)).toMatchObject([{ userName: 'Íñigo M.' }]);
  // An exam that a newer export lacks is kept.
  expect(await db.select().from(exams)).toHaveLength(1);

  const again = await run(newer);
  for (const { read, unchanged } of Object.values(again.tallies)) expect(unchanged).toBe(read);
  expect(await versions).toMatchObject(drafts);
});

test('an import keeps and reports edits of staff', async () => {
  const { db, run } = await importSmallExport();
  await db
    .update(patients)
    .set({ name: 'Nombre corregido', version: sql`version + 1` })
    .where(eq(patients.id, 'usr_1'));
  const newer = smallExport();
  Object.assign(newer.users[0] ?? {}, { name: 'Otro' });
  newer.medicalHistories.usr_1.userData.test.userName = 'Otro';
  const report = await run(newer);
  expect(report.tallies.patient).toMatchObject({ kept: 1, unchanged: 1, updated: 0 });
  expect(report.tallies.history).toMatchObject({ kept: 1, updated: 0 });
  expect(report.kept.listed).toEqual([
    { path: 'users[0]', reason: 'el personal lo editó' },
    { path: 'medicalHistories.usr_1', reason: 'el personal lo editó' },
  ]);
  const [patient] = await db.select().from(patients).where(eq(patients.id, 'usr_1'));
  expect(patient?.name).toBe('Nombre corregido');
  expect(await db.select().from(fertilityTests)).toMatchObject([{ userName: 'Íñigo' }]);
});

test('an import leaves records that staff deleted in the trash, with their related records', async () => {
  const { db, run } = await importSmallExport();
  await db
    .update(patients)
    .set({ deletedAt: new Date(), version: sql`version + 1` })
    .where(eq(patients.id, 'usr_1'));
  // Purged from the trash: only its id is left.
  await db.delete(patients).where(eq(patients.id, 'usr_2'));
  const { audit_events: _, ...before } = await snapshot(db);
  const newer = smallExport();
  newer.medicalHistories.usr_1.allExamns.exams[0] = {
    id: 'exm_2',
    examType: 'Hormonal',
    fileUrl: 'https://example.org/2.pdf',
  };
  const report = await run(newer);
  const { audit_events: __, ...after } = await snapshot(db);
  expect(after).toEqual(before);
  expect(report.tallies.patient).toMatchObject({ read: 2, kept: 2 });
  expect(report.tallies.history).toMatchObject({ kept: 1 });
  expect(report.tallies.exam).toMatchObject({ kept: 1 });
  expect(report.tallies.recipe_appointment).toMatchObject({ kept: 1 });
  expect(report.tallies.doctor_appointment).toMatchObject({ kept: 1 });
});

test('a record that was deleted and restored does not count as edited', async () => {
  const { db, run } = await importSmallExport();
  const ids = ['usr_1', 'exm_1', 'lab-uno', 'prs_1'];
  await db.transaction((transaction) => moveToTrash(transaction, member, ids));
  await db.transaction((transaction) => restoreRecords(transaction, member, ids));
  const newer = smallExport();
  Object.assign(newer.users[0] ?? {}, { phone: '+52 55 0000 0009' });
  const report = await run(newer);
  expect(report.kept.listed).toEqual([]);
  expect(report.tallies.patient).toMatchObject({ updated: 1, unchanged: 1 });

  await db.update(patients).set({ name: 'Corregido', version: sql`version + 1` });
  await db.transaction((transaction) => moveToTrash(transaction, member, ['usr_1']));
  await db.transaction((transaction) => restoreRecords(transaction, member, ['usr_1']));
  const edited = await run(newer);
  expect(edited.tallies.patient).toMatchObject({ kept: 2, updated: 0 });
});

test('exams without a date follow the others, in the order of the newest export', async () => {
  const { db, run } = await importSmallExport();
  const exam = (id: string, createDate?: string) => ({ id, examType: id, fileUrl: '', createDate });
  const order = async () => {
    const { allExamns } = await readMedicalHistory(db, UNRESTRICTED, 'usr_1');
    return allExamns.exams.map(({ id }) => id);
  };
  const newer = smallExport();
  const history = newer.medicalHistories.usr_1;
  const dated = [exam('exm_y', '2025-01-01'), exam('exm_x', '2026-01-01')];
  history.allExamns.exams = [exam('exm_c'), ...dated, exam('exm_a'), exam('exm_1')];
  await run(newer);
  expect(await order()).toEqual(['exm_x', 'exm_y', 'exm_c', 'exm_a', 'exm_1']);

  history.allExamns.exams = [exam('exm_1'), exam('exm_a'), ...dated, exam('exm_c')];
  const again = await run(newer);
  expect(again.tallies.exam).toMatchObject({ read: 5, unchanged: 5 });
  expect(await order()).toEqual(['exm_x', 'exm_y', 'exm_1', 'exm_a', 'exm_c']);
});

test('a doctor created by staff is matched by e-mail, and not duplicated', async () => {
  const { db } = await createTestDatabase();
  await db.insert(doctors).values({ id: 'd-7', name: 'Dra. Ana Ruiz', email: 'ana@EXAMPLE.org' });
  const source = await exportFile(smallExport());
  const report = await importLegacyExport({ source, db, act: operator });
  expect(report.tallies.doctor).toMatchObject({ read: 1, kept: 1, created: 0 });
  expect(await db.select().from(doctors)).toMatchObject([{ id: 'd-7', name: 'Dra. Ana Ruiz' }]);
  expect(await db.select().from(doctorAppointments)).toMatchObject([{ doctorId: 'd-7' }]);
});

test('an id of another kind of record is rejected, in the database and in the file', async () => {
  const { db, run } = await importSmallExport();
  const colliding = smallExport();
  colliding.users.push({ idUser: 'exm_1', name: 'Con el id de un estudio' });
  colliding.users.push({ idUser: 'usr_3', name: 'Primero' }, { idUser: 'usr_3', name: 'Segundo' });
  colliding.users.push({ idUser: 'brn_9', name: 'Con el id de una sucursal' });
  colliding.branches.push({ ...getFirstBranch(colliding), idBranch: 'brn_9' });
  const report = await run(colliding);
  expect(report.rejected.listed).toEqual([
    { path: 'users[4]', reason: 'su identificador ya es de otro registro del archivo' },
    {
      path: 'medicalHistories.usr_1.allExamns.exams[0]',
      reason: 'su identificador ya es de otro registro del archivo',
    },
    { path: 'branches[1]', reason: 'su identificador ya es de otro registro del archivo' },
    { path: 'users[2]', reason: 'su identificador ya es de un estudio' },
  ]);
  const [kept] = await db.select().from(patients).where(eq(patients.id, 'usr_3'));
  expect(kept?.name).toBe('Primero');
  const kinds = await db
    .select()
    .from(recordIds)
    .where(inArray(recordIds.id, ['exm_1', 'brn_9']))
    .orderBy(recordIds.id);
  expect(kinds).toEqual([
    { id: 'brn_9', kind: 'patient' },
    { id: 'exm_1', kind: 'exam' },
  ]);
});

function getFirstBranch({ branches: [branch] }: ReturnType<typeof smallExport>) {
  if (!branch) throw new Error('The small export has no branch');
  return branch;
}
