import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../../scripts/test-length.mjs';
import { sharedApplication } from '../../../testing/application.ts';
import { dumpTables, everyChoice, mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addConsent, addExam, addPatients, addResultSet } from '../../../testing/records.ts';
import { addWholePatient, wholePatient } from '../../../testing/whole-patient.ts';
import { movedTables, otherTables } from './moved-rows.ts';

const testApp = sharedApplication();
const { send, completeMerge, undo, listMerges } = mergeRequests(testApp);

test('E-10.1803: every table that refers to patients is handled by a merge', async () => {
  const rows = await queryAsOwner<{ name: string }>(
    testApp().database,
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'patients'::regclass order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    [...Object.keys(movedTables), ...otherTables].toSorted(),
  );
});

test('E-10.1804: undoing a merge restores every table', async () => {
  const { database } = testApp();
  await fc.assert(
    fc.asyncProperty(
      wholePatient,
      wholePatient,
      fc.subarray([...everyChoice]),
      fc.boolean(),
      fc.boolean(),
      async (one, other, take, hasCopies, isAgreed) => {
        const kept = await addWholePatient(testApp(), { ...one, row: { ...one.row, curp: null } });
        const mergedOne = await addWholePatient(testApp(), other);
        // A merge is rejected if both reports are under review.
        await queryAsOwner(database, 'delete from report_working_copies where patient_id = $1', [
          hasCopies ? kept : mergedOne,
        ]);
        await addConsent(database.db, mergedOne);
        if (isAgreed) await addConsent(database.db, kept, { purpose: 'reminders_email' });
        if (isAgreed) await addConsent(database.db, kept);
        const before = await dumpTables(testApp());
        const id = await completeMerge(kept, mergedOne, { take });
        for (const table of Object.keys(movedTables)) {
          if (table === 'fertility_tests') continue;
          const left = await queryAsOwner(database, `select from ${table} where patient_id = $1`, [
            mergedOne,
          ]);
          expect(left, table).toHaveLength(0);
        }
        expect(await undo(id)).toMatchObject({ status: 200 });
        const after = await dumpTables(testApp());
        for (const [table, rows] of Object.entries(after)) {
          expect(rows, table).toEqual(before[table]);
        }
        await queryAsOwner(database, 'update patients set curp = null');
      },
    ),
    { numRuns: forLength(3, 40) },
  );
});

describe('undoing a merge', () => {
  const db = () => testApp().database.db;
  const findPatientId = async (table: string, id: string) =>
    (
      await queryAsOwner<{ patient: string }>(
        testApp().database,
        `select patient_id as patient from ${table} where id = $1`,
        [id],
      )
    )[0]?.patient;

  test('E-10.1804: leaves later records with the kept record, or with their exam', async () => {
    const [kept = '', mergedOne = ''] = await addPatients(db(), [
      { name: 'Ana', email: 'a@x.mx' },
      { name: 'Ana R', email: 'b@x.mx', phone: '55 1234 5678' },
    ]);
    const exam = await addExam(db(), mergedOne);
    const id = await completeMerge(kept, mergedOne, { take: ['email', 'phone', 'name'] });
    const later = await addExam(db(), kept);
    const result = await addResultSet(db(), kept, { examId: exam });
    await send('PUT', '/v1/user/update', { idUser: kept, name: 'Ana Ruiz' });
    const { status, data } = await undo(id);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      patients: [
        { idUser: kept, name: 'Ana Ruiz', email: 'a@x.mx', phone: null },
        { idUser: mergedOne, name: 'Ana R', email: 'b@x.mx', phone: '55 1234 5678' },
      ],
    });
    expect(await findPatientId('exams', later)).toBe(kept);
    expect(await findPatientId('exams', exam)).toBe(mergedOne);
    expect(await findPatientId('result_sets', result)).toBe(mergedOne);
    expect(await undo(id)).toMatchObject({ status: 409, code: 'MERGE_OLD' });
  });

  test('E-10.1804: works from the last merge to the first, within 30 days, and outside the trash', async () => {
    const [one = '', two = '', three = ''] = await addPatients(db(), [
      { name: 'Uno' },
      { name: 'Dos' },
      { name: 'Tres' },
    ]);
    const first = await completeMerge(two, three);
    const second = await completeMerge(one, two);
    expect(await undo(first)).toMatchObject({ code: 'MERGE_FOLLOWED' });
    expect((await listMerges(one)).map(({ canUndo }) => canUndo)).toEqual([true]);
    // Both ids refer to the kept patient.
    for (const id of [two, three]) {
      expect((await testApp().staff.get(`/v1/user/get-one?idUser=${id}`)).body).toMatchObject({
        data: { idUser: one },
      });
    }
    await send('POST', '/v1/user/delete', { idUsers: [one] });
    expect(await undo(second)).toMatchObject({
      code: 'RESTORE_PARENT_DELETED',
      details: { parents: [{ id: one }] },
    });
    await send('POST', '/v1/trash/restore', { ids: [one] });
    expect(await undo(second)).toMatchObject({ status: 200 });
    await queryAsOwner(
      testApp().database,
      "update patient_merges set at = now() - interval '31 days' where id = $1",
      [first],
    );
    expect(await undo(first)).toMatchObject({ code: 'MERGE_OLD' });
  });

  test('E-10.1804: names another patient who got the CURP after the merge', async () => {
    const curp = 'BOXW310820HNERXN09';
    const [kept = '', mergedOne = ''] = await addPatients(db(), [
      { name: 'Uno' },
      { name: 'Dos', curp },
    ]);
    const id = await completeMerge(kept, mergedOne);
    await addPatients(db(), [{ name: 'Tres', curp }]);
    expect(await undo(id)).toMatchObject({ code: 'CURP_TAKEN', details: { name: 'Tres' } });
  });
});
