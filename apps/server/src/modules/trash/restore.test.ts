import { errorBody } from '@simiente/contract/common/errors';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { notFound, restoredAnswer, trashRequests } from '../../testing/calls/trash-requests.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addPartner,
  addPatient,
  newId,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const { post, remove, restore, readState, listActs, addEachKind } = trashRequests(testApp);

const trashSince = (table: typeof patients | typeof partners, id: string, interval: string) =>
  testApp()
    .database.db.update(table)
    .set({ deletedAt: sql`now() - ${interval}::interval`, deletionId: 'earlier' })
    .where(eq(table.id, id));

describe('a restoration from the trash', () => {
  test('E-7.18: restores a record unchanged, except for its version', async () => {
    const id = await addPatient(testApp().database.db);
    await remove(id);
    expect(await restore(id)).toEqual(restoredAnswer(1));
    expect(await readState('patients', id)).toEqual({
      deletedAt: null,
      deletedBy: null,
      deletionId: null,
      version: 3,
      trashed: false,
    });
    expect((await testApp().staff.get(`/v1/user/get-one?idUser=${id}`)).body).toMatchObject({
      data: { version: 3 },
    });
    expect((await listActs(id)).map(({ action }) => action)).toEqual([
      'record.deleted',
      'record.restored',
      'patient.read',
    ]);
  });

  test('restores with a partner only the branches that were deleted with it', async () => {
    const { partner, first, second } = await addEachKind();
    await remove(first);
    await remove(partner);
    expect(await restore(partner)).toEqual(restoredAnswer(1));
    expect((await readState('partners', partner)).trashed).toBe(false);
    expect((await readState('branches', second)).trashed).toBe(false);
    expect((await readState('branches', first)).trashed).toBe(true);
    expect((await listActs(second)).map(({ action }) => action)).toEqual([
      'record.deleted',
      'record.restored',
    ]);
    expect(await restore(first)).toEqual(restoredAnswer(1));
  });

  test('is a conflict for a branch with a deleted partner, unless both are restored', async () => {
    const { partner, first, second } = await addEachKind();
    await remove(first);
    await remove(partner);
    for (const branch of [first, second]) {
      expect(await restore(branch)).toEqual({
        status: 409,
        body: errorBody('RESTORE_PARENT_DELETED', {
          details: { parents: [{ kind: 'partner', id: partner, name: 'Clínica Norte' }] },
        }),
      });
      expect((await readState('branches', branch)).trashed).toBe(true);
    }
    expect(await restore(first, partner)).toEqual(restoredAnswer(2));
    for (const branch of [first, second]) {
      expect((await readState('branches', branch)).trashed).toBe(false);
    }
  });

  test('E-10.152, T-F1: is a conflict for an exam or order with a deleted patient, unless both are restored', async () => {
    const { db } = testApp().database;
    const patientId = await addPatient(db, { name: 'Ana Pérez' });
    const partnerId = await addPartner(db);
    const branchId = await addBranch(db, partnerId);
    const exam = await addExam(db, patientId);
    const order = await addExamOrder(db, { patientId, partnerId, branchId });
    await remove(exam, order);
    await remove(patientId);
    const parents = [{ kind: 'patient', id: patientId, name: 'Ana Pérez' }];
    for (const id of [exam, order]) {
      expect(await restore(id)).toEqual({
        status: 409,
        body: errorBody('RESTORE_PARENT_DELETED', { details: { parents } }),
      });
    }
    // Each rejection names the patient, so it is audited as a view.
    const shown = (await listActs(patientId)).filter(({ action }) => action === 'record.shown');
    expect(shown).toMatchObject(
      [exam, order].map(() => ({ patientId, details: { code: 'RESTORE_PARENT_DELETED' } })),
    );
    expect(await restore(exam, patientId, order)).toEqual(restoredAnswer(3));
  });

  test('E-7.19: is possible for 30 days, and not after', async () => {
    const { db } = testApp().database;
    const [patient, partner] = [await addPatient(db), await addPartner(db)];
    await trashSince(patients, patient, '30 days 1 second');
    expect(await restore(patient)).toEqual(notFound);
    await trashSince(patients, patient, '29 days 23 hours 59 minutes');
    expect(await restore(patient)).toEqual(restoredAnswer(1));
    await trashSince(partners, partner, '31 days');
    expect(await restore(partner)).toEqual(notFound);
    expect((await readState('partners', partner)).trashed).toBe(true);
  });

  test('restores nothing if one record cannot be restored', async () => {
    const { db } = testApp().database;
    const [trashed, present] = [await addPatient(db), await addPatient(db)];
    await remove(trashed);
    for (const id of [present, newId('usr'), await addExam(db, present)]) {
      expect(await restore(trashed, id)).toEqual(notFound);
    }
    expect(await readState('patients', trashed)).toMatchObject({ trashed: true, version: 2 });
    expect(await restore(trashed)).toEqual(restoredAnswer(1));
  });

  test.each([
    ['no id', { ids: [] }],
    ['1 001 ids', { ids: Array.from({ length: 1001 }, (_, index) => `usr_${index}`) }],
    ['the field of the other call', { idUsers: ['usr_1'] }],
  ])('returns a 400 for %s', async (_, payload) => {
    expect((await post('/v1/trash/restore', payload)).status).toBe(400);
  });
});
