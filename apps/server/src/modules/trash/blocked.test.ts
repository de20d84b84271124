import { and, eq, like, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../platform/act.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { patients } from '../../schema/patients.ts';
import { reportPapers } from '../../schema/reports.ts';
import { sharedApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFertilityTest,
  addFile,
  addPartner,
  addPatient,
  addProspect,
  addRecipeAppointment,
  addReport,
} from '../../testing/records.ts';
import { sweepFiles } from '../files/sweep.ts';
import { purgeBlocked, readBlocked } from './blocked.ts';
import { type UnblockReason, unblockRecord } from './restore.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const OPERATOR = {
  actor: { kind: 'operator', id: 'ana' },
  origin: NO_REQUEST,
} as const;

const purge = (id: string) =>
  db().transaction((transaction) => purgeBlocked(transaction, OPERATOR, id));
const unblock = (id: string, reason: UnblockReason = 'error') =>
  db().transaction((transaction) => unblockRecord(transaction, OPERATOR, id, reason));
const listBlocked = (id?: string) =>
  db().transaction((transaction) => readBlocked(transaction, id));

const yearsAgo = (count: number, days = 0) => {
  const then = new Date();
  then.setUTCFullYear(then.getUTCFullYear() - count);
  then.setUTCDate(then.getUTCDate() + days);
  return then;
};
const LONG_AGO = yearsAgo(9);

/** A blocked patient with every kind of related record, all of them old. */
async function addBlocked() {
  const { store } = testApp();
  const blocked = { deletedAt: yearsAgo(5), deletionId: 'del', blockedAt: yearsAgo(5) };
  const id = await addPatient(db(), { createdAt: LONG_AGO, ...blocked });
  const old = { createdAt: LONG_AGO };
  const fileIds = [];
  for (let count = 0; count < 5; count += 1) fileIds.push(await addFile(db(), store, old));
  const [file = '', earlier = '', recipe = '', earlierPrescription = '', paper = ''] = fileIds;
  const exam = await addExam(db(), id, { fileId: file, ...old });
  const doctorId = await addDoctor(db());
  const appointment = await addDoctorAppointment(
    db(),
    { patientId: id, doctorId },
    { startsAt: LONG_AGO, deletedAt: yearsAgo(5), deletionId: 'del' },
  );
  const prescriptionId = await addRecipeAppointment(db(), id, {
    startsAt: LONG_AGO,
    prescriptionFileId: recipe,
    calendlyInviteeUri: `https://calendly.example/${id}`,
  });
  await db()
    .insert(replacedFiles)
    .values([
      { fileId: earlier, examId: exam, replacedAt: LONG_AGO },
      { fileId: earlierPrescription, recipeAppointmentId: prescriptionId, replacedAt: LONG_AGO },
    ]);
  await db()
    .insert(inboxMessages)
    .values({
      kind: 'calendly_delivery',
      digest: id,
      event: 'invitee.created',
      payload: { payload: { uri: `https://calendly.example/${id}`, name: 'Zenaida' } },
    });
  const versionId = await addReport(db(), id, 'exam_ai', 'texto');
  await db().insert(reportPapers).values({ versionId, state: 'vigente', fileId: paper });
  await moveReports(id, LONG_AGO);
  await addFertilityTest(db(), id, 'zena');
  const partnerId = await addPartner(db());
  const branchId = await addBranch(db(), partnerId);
  const order = await addExamOrder(db(), { patientId: id, partnerId, branchId }, old);
  const prospect = await addProspect(db(), { patientId: id });
  return { id, exam, prescriptionId, appointment, order, prospect, fileIds, doctorId };
}

/** Backdates reports, as the owner of the tables, because the database dates versions. */
async function moveReports(patientId: string, at: Date): Promise<void> {
  await queryAsOwner(
    testApp().database,
    `alter table report_versions disable trigger refuse_rewriting;
     update report_versions set arrived_at = '${at.toISOString()}' where patient_id = '${patientId}';
     alter table report_versions enable trigger refuse_rewriting`,
  );
}

/** Rows of any table that refer to a patient, by any column. */
async function rowsNaming(id: string) {
  const { database } = testApp();
  const tables = await queryAsOwner<{ table: string }>(
    database,
    `select table_name as table from information_schema.tables where table_schema = 'public'
       and table_name not in ('audit_events', 'record_ids')`,
  );
  const naming = tables.map(
    ({ table }) =>
      `select '${table}' as table where exists (select from "${table}" t where t::text like $1)`,
  );
  const found = await queryAsOwner<{ table: string }>(database, naming.join(' union all '), [
    `%${id}%`,
  ]);
  return found.map(({ table }) => table);
}

async function lastAct(id: string) {
  const [row] = await db()
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, id), like(auditEvents.action, 'record.%')))
    .orderBy(sql`${auditEvents.id} desc`);
  return row;
}

describe('E-7.123, T-F7: the purge of a blocked patient', () => {
  test('deletes all related records and files after five years, and is audited', async () => {
    const { id, fileIds } = await addBlocked();
    const { store, database } = testApp();
    expect(await purge(id)).toMatchObject({ outcome: 'purged', files: 5 });
    expect(await rowsNaming(id)).toEqual([]);
    expect(await lastAct(id)).toMatchObject({
      action: 'record.purged',
      actorKind: 'operator',
      actorId: 'ana',
      subjectKind: 'patient',
      patientId: id,
      details: { files: 5 },
    });
    for (const file of fileIds) {
      expect(await db().select().from(files).where(eq(files.id, file))).toEqual([]);
    }
    await queryAsOwner(
      database,
      `update pending_files set created_at = now() - interval '2 hours'`,
    );
    expect(await sweepFiles({ db: db(), store })).toBeGreaterThanOrEqual(5);
    for (const file of fileIds) {
      await expect(store.read(`tests/${file}`).then((bytes) => bytes.toArray())).rejects.toThrow();
    }
    expect(await purge(id)).toEqual({ outcome: 'not-blocked' });
  });

  test("keeps other patients' records", async () => {
    const [one, other] = [await addBlocked(), await addBlocked()];
    const before = await rowsNaming(other.id);
    await purge(one.id);
    expect(await rowsNaming(other.id)).toEqual(before);
    expect((await purge(other.id)).outcome).toBe('purged');
  });

  test.each<[string, (made: Awaited<ReturnType<typeof addBlocked>>, at: Date) => Promise<unknown>]>(
    [
      [
        'a study',
        ({ exam }, at) => db().update(exams).set({ createdAt: at }).where(eq(exams.id, exam)),
      ],
      [
        'a study in the trash',
        ({ exam }, at) =>
          db().update(exams).set({ createdAt: at, deletedAt: at }).where(eq(exams.id, exam)),
      ],
      [
        'a file',
        ({ fileIds }, at) =>
          db()
            .update(files)
            .set({ createdAt: at })
            .where(eq(files.id, fileIds[0] ?? '')),
      ],
      [
        'a file that took another’s place',
        ({ exam }, at) =>
          db().update(replacedFiles).set({ replacedAt: at }).where(eq(replacedFiles.examId, exam)),
      ],
      [
        'an appointment',
        ({ appointment }, at) =>
          db()
            .update(doctorAppointments)
            .set({ startsAt: at })
            .where(eq(doctorAppointments.id, appointment)),
      ],
      [
        'a prescription',
        ({ prescriptionId }, at) =>
          db()
            .update(recipeAppointments)
            .set({ startsAt: at })
            .where(eq(recipeAppointments.id, prescriptionId)),
      ],
      ['a report', ({ id }, at) => moveReports(id, at)],
      [
        'an order',
        ({ order }, at) =>
          db().update(examOrders).set({ createdAt: at }).where(eq(examOrders.id, order)),
      ],
      [
        'their own arrival',
        ({ id }, at) => db().update(patients).set({ createdAt: at }).where(eq(patients.id, id)),
      ],
    ],
  )('is rejected for five years after %s, with the date', async (_, act) => {
    const blocked = await addBlocked();
    const at = yearsAgo(5, 1);
    await act(blocked, at);
    const answer = await purge(blocked.id);
    expect(answer).toMatchObject({
      outcome: 'too-early',
      record: { lastActAt: at.toISOString(), isPurgeable: false },
    });
    expect(await lastAct(blocked.id)).toMatchObject({
      action: 'record.purge_refused',
      details: null,
    });
    expect(await rowsNaming(blocked.id)).toContain('patients');
    await act(blocked, yearsAgo(5, -1));
    expect((await purge(blocked.id)).outcome).toBe('purged');
  });

  test('does not count a cancelled appointment as a medical act', async () => {
    const { id, appointment } = await addBlocked();
    await db()
      .update(doctorAppointments)
      .set({ startsAt: new Date(), status: 'cancelled' })
      .where(eq(doctorAppointments.id, appointment));
    expect((await purge(id)).outcome).toBe('purged');
  });

  test('is possible only for blocked patients', async () => {
    const listed = await addPatient(db(), { createdAt: LONG_AGO });
    const trashed = await addPatient(db(), { createdAt: LONG_AGO, deletedAt: new Date() });
    for (const id of [listed, trashed, 'nobody']) {
      expect(await purge(id)).toEqual({ outcome: 'not-blocked' });
    }
  });
});

describe('T-F7: a blocked exam of a patient', () => {
  test("is kept as long as the patient's record, and then purged with its files", async () => {
    const patientId = await addPatient(db(), { createdAt: LONG_AGO });
    const fileId = await addFile(db(), testApp().store, { createdAt: LONG_AGO });
    const exam = await addExam(db(), patientId, {
      fileId,
      createdAt: LONG_AGO,
      deletedAt: LONG_AGO,
      blockedAt: LONG_AGO,
    });
    const later = await addExam(db(), patientId, { createdAt: new Date() });
    expect(await purge(exam)).toMatchObject({ outcome: 'too-early' });
    await db().delete(exams).where(eq(exams.id, later));
    expect(await purge(exam)).toMatchObject({ outcome: 'purged', files: 1 });
    expect(await db().select().from(patients).where(eq(patients.id, patientId))).toHaveLength(1);
    expect(
      await db()
        .select()
        .from(pendingFiles)
        .where(eq(pendingFiles.storageKey, `tests/${fileId}`)),
    ).toHaveLength(1);
  });
});

describe('E-10.153, T-F7: unblocking a record', () => {
  test('restores a patient with all related records, for an audited reason', async () => {
    const { id, appointment } = await addBlocked();
    await unblock(id, 'titular');
    const { status, body } = await testApp().staff.get(`/v1/user/get-one?idUser=${id}`);
    expect([status, body]).toMatchObject([200, { data: { idUser: id, version: 2 } }]);
    const [time] = await db()
      .select()
      .from(doctorAppointments)
      .where(eq(doctorAppointments.id, appointment));
    expect(time?.deletedAt).toBeNull();
    expect(await lastAct(id)).toMatchObject({
      action: 'record.unblocked',
      actorKind: 'operator',
      patientId: id,
      details: { reason: 'titular' },
    });
    await expect(unblock(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('restores an exam of a patient, unless the patient is blocked', async () => {
    const patientId = await addPatient(db());
    const exam = await addExam(db(), patientId, { deletedAt: yearsAgo(1), blockedAt: yearsAgo(1) });
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, patientId));
    await expect(unblock(exam)).rejects.toMatchObject({ code: 'RESTORE_PARENT_DELETED' });
    await db().update(patients).set({ deletedAt: null }).where(eq(patients.id, patientId));
    await unblock(exam);
    const [row] = await db().select().from(exams).where(eq(exams.id, exam));
    expect(row).toMatchObject({ deletedAt: null, blockedAt: null });
    expect(await lastAct(exam)).toMatchObject({ subjectKind: 'exam', patientId });
  });

  test('is rejected, and loses nothing, if another appointment took the doctor’s time', async () => {
    const { id, doctorId } = await addBlocked();
    await addDoctorAppointment(
      db(),
      { patientId: await addPatient(db()), doctorId },
      { startsAt: LONG_AGO },
    );
    await expect(unblock(id)).rejects.toMatchObject({ code: 'RESTORE_OVERLAP' });
    expect(await listBlocked(id)).toHaveLength(1);
  });
});

test('E-10.153: the list of blocked records has the possible purge dates, and no names', async () => {
  const { id } = await addBlocked();
  const found = (await listBlocked()).find((record) => record.id === id);
  expect(found).toMatchObject({ kind: 'patient', patientId: id, isPurgeable: true });
  expect(found?.purgeableFrom).toContain(String(LONG_AGO.getUTCFullYear() + 5));
  expect(JSON.stringify(await listBlocked())).not.toContain('Pérez');
});
