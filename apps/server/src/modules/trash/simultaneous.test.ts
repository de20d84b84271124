import { and, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { deletedAnswer, trashRequests } from '../../testing/calls/trash-requests.ts';
import { addBranch, addPartner, addPatient, addPatients } from '../../testing/records.ts';

const testApp = sharedApplication();
const { remove, restore, readState, listActs } = trashRequests(testApp);

describe('T-H4: simultaneous changes of the trash', () => {
  const getStatus = ({ status }: { status: number }) => status;

  test('one of the simultaneous deletions of a record succeeds', async () => {
    const id = await addPatient(testApp().database.db);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
    expect(answers.map(getStatus).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    expect(await readState('patients', id)).toMatchObject({ trashed: true, version: 2 });
    expect(await listActs(id)).toHaveLength(1);
  });

  test('one of the simultaneous restorations of a record succeeds', async () => {
    const id = await addPatient(testApp().database.db);
    await remove(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore(id)));
    expect(answers.map(getStatus).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    expect(await readState('patients', id)).toMatchObject({ trashed: false, version: 3 });
  });

  test('deletions that share records, in any order of ids, do not deadlock, and each record belongs to one deletion', async () => {
    const { db } = testApp().database;
    const ids = await addPatients(
      db,
      Array.from({ length: 40 }, () => ({ name: 'Común' })),
    );
    const windows = Array.from({ length: 12 }, (_, index) => ids.slice(index * 3, index * 3 + 6));
    const answers = await Promise.all(
      windows.map((window, index) => remove(...(index % 2 === 0 ? window : window.toReversed()))),
    );
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    // Every deleted record was deleted in exactly one of the successful deletions.
    const taken = windows.filter((_, index) => answers[index]?.status === 200).flat();
    expect(new Set(taken).size).toBe(taken.length);
    const trashed = await db
      .select({ id: patients.id, version: patients.version })
      .from(patients)
      .where(and(inArray(patients.id, ids), sql`deleted_at is not null`));
    expect(trashed.map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
    expect(trashed.every(({ version }) => version === 2)).toBe(true);
  });

  test('deletions of a partner and of its branches do not deadlock', async () => {
    const { db } = testApp().database;
    for (let round = 0; round < 10; round += 1) {
      const partner = await addPartner(db);
      const ownBranches = await Promise.all(
        Array.from({ length: 6 }, () => addBranch(db, partner)),
      );
      const answers = await Promise.all([
        remove(partner),
        remove(...ownBranches, partner),
        remove(...ownBranches.toReversed()),
        remove(ownBranches[0] ?? '', partner),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect(answers.map(getStatus)).toContain(200);
    }
  });

  test('a branch is not restored under a partner that is being deleted', async () => {
    const { db } = testApp().database;
    for (let round = 0; round < 10; round += 1) {
      const partner = await addPartner(db);
      const branch = await addBranch(db, partner);
      await remove(branch);
      const [restoreAnswer, removeAnswer] = await Promise.all([restore(branch), remove(partner)]);
      expect(removeAnswer).toEqual(deletedAnswer(1));
      expect([200, 409]).toContain(restoreAnswer.status);
      // A branch that was restored first was deleted again with its partner. Otherwise the branch stayed in the
      // trash.
      expect((await readState('branches', branch)).trashed).toBe(true);
    }
  });
});
