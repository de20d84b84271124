import { success } from '@simiente/contract/common/call';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  deletedAnswer,
  notFound,
  restoredAnswer,
  trashRequests,
} from '../../testing/calls/trash-requests.ts';
import {
  addBranch,
  addDoctor,
  addPartner,
  addPatient,
  addPatients,
  newId,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const { post, remove, restore, readState, listActs, addEachKind } = trashRequests(testApp);

describe('a deletion of records', () => {
  test('E-7.15, E-7.16: moves a record from the lists to the trash, with user and time', async () => {
    const { database, staff } = testApp();
    const id = await addPatient(database.db, { version: 3 });
    expect(await remove(id)).toEqual(deletedAnswer(1));
    expect(await readState('patients', id)).toMatchObject({
      trashed: true,
      deletedBy: staff.id,
      deletionId: expect.any(String),
      version: 4,
    });
    expect((await staff.get(`/v1/user/get-one?idUser=${id}`)).status).toBe(404);
    expect(JSON.stringify((await staff.get('/v1/user/get-all')).body)).not.toContain(id);
  });

  test('E-7.17: moves several kinds together, a partner with its branches, audited per record', async () => {
    const { patient, partner, first, second, prospect } = await addEachKind();
    const keptBranch = await addBranch(
      testApp().database.db,
      await addPartner(testApp().database.db),
    );
    expect(await remove(prospect, partner, patient, first)).toEqual(deletedAnswer(4));
    for (const [kind, id] of [
      ['patients', patient],
      ['partners', partner],
      ['branches', first],
      ['branches', second],
      ['prospects', prospect],
    ] as const) {
      expect(await readState(kind, id), id).toMatchObject({ trashed: true, version: 2 });
    }
    expect((await readState('branches', keptBranch)).trashed).toBe(false);

    const rows = await listActs(patient, partner, first, second, prospect);
    expect(
      rows
        .map(({ action, subjectKind, subjectId, patientId }) => [
          action,
          subjectKind,
          subjectId,
          patientId,
        ])
        .toSorted(),
    ).toEqual(
      [
        ['record.deleted', 'branch', first, null],
        ['record.deleted', 'branch', second, null],
        ['record.deleted', 'partner', partner, null],
        ['record.deleted', 'patient', patient, patient],
        ['record.deleted', 'prospect', prospect, null],
      ].toSorted(),
    );
    expect(new Set(rows.map(({ details }) => details?.deletion)).size).toBe(1);
  });

  test('E-7.17: moves 1 000 in one request, and they can be restored', async () => {
    const { db } = testApp().database;
    const ids = await addPatients(
      db,
      Array.from({ length: 1000 }, (_, index) => ({ name: `Mil ${index}` })),
    );
    expect(await remove(...ids)).toEqual(deletedAnswer(1000));
    expect(await restore(...ids)).toEqual(restoredAnswer(1000));
    const rows = await db
      .select({ action: auditEvents.action, subjectId: auditEvents.subjectId })
      .from(auditEvents)
      .where(inArray(auditEvents.subjectId, ids));
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map(({ action, subjectId }) => action + subjectId)).size).toBe(2000);
  });

  test('counts a repeated id once', async () => {
    const id = await addPatient(testApp().database.db);
    expect(await remove(id, id, id)).toEqual(deletedAnswer(1));
    expect(await readState('patients', id)).toMatchObject({ trashed: true, version: 2 });
    expect(await listActs(id)).toHaveLength(1);
    expect(await restore(id, id)).toEqual(restoredAnswer(1));
  });

  test('E-7.17: deletes nothing if one id is unknown', async () => {
    const { db } = testApp().database;
    const { patient, partner, first, prospect } = await addEachKind();
    const deletedId = await addPatient(db);
    await remove(deletedId);
    for (const missing of [newId('usr'), deletedId]) {
      expect(await remove(patient, partner, first, prospect, missing)).toEqual(notFound);
      expect(await remove(missing, patient)).toEqual(notFound);
    }
    expect(await readState('patients', patient)).toMatchObject({ trashed: false, version: 1 });
    expect(await readState('partners', partner)).toMatchObject({ trashed: false, version: 1 });
    expect(await readState('branches', first)).toMatchObject({ trashed: false, version: 1 });
    expect(await readState('prospects', prospect)).toMatchObject({ trashed: false, version: 1 });
    expect(await listActs(patient, partner, first, prospect)).toEqual([]);
    expect(await readState('patients', deletedId)).toMatchObject({ version: 2 });
  });

  test('rejects records of a kind without a trash', async () => {
    const { db } = testApp().database;
    const patient = await addPatient(db);
    const doctor = await addDoctor(db);
    for (const id of [doctor, testApp().staff.id]) {
      expect(await remove(patient, id)).toEqual(notFound);
    }
    expect((await readState('patients', patient)).trashed).toBe(false);
  });

  test.each([
    ['no id', { idUsers: [] }],
    ['1 001 ids', { idUsers: Array.from({ length: 1001 }, (_, index) => `usr_${index}`) }],
    ['no list', {}],
    ['a text for a list', { idUsers: 'usr_1' }],
    ['an object for a list', { idUsers: { 0: 'usr_1' } }],
    ['a number for an id', { idUsers: [1] }],
    ['null for an id', { idUsers: [null] }],
    ['an empty id', { idUsers: [''] }],
    ['SQL for an id', { idUsers: ["x' or true --"] }],
    ['a NUL in an id', { idUsers: ['usr\u0000'] }],
    ['another field beside', { idUsers: ['usr_1'], deletedBy: 'x' }],
  ])('E-7.17, T-C2: returns 400 for %s', async (_, payload) => {
    expect(await post('/v1/user/delete', payload)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', issues: expect.any(Array) },
    });
  });
});

test('the answer to a deletion has the form of the contract', async () => {
  const id = await addPatient(testApp().database.db);
  const answer = await remove(id);
  expect(success(z.strictObject({ deleted: z.literal(1) })).parse(answer.body)).toBeTruthy();
});
