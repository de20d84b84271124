import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addPatients } from '../../testing/records.ts';

test('E-10.2720: two transactions that change records in opposite order both commit', async () => {
  const { db } = await createTestDatabase();
  const [one = '', two = ''] = await addPatients(db, [{}, {}]);
  const bothHoldOne = Promise.withResolvers<void>();
  const oneHasCommitted = Promise.withResolvers<void>();
  let holding = 0;
  let runs = 0;
  const rename = (...ids: string[]) =>
    db.transaction(async (transaction) => {
      runs += 1;
      // PostgreSQL may give the retry a record for which the other transaction waits: a second deadlock.
      if (runs === 3) await oneHasCommitted.promise;
      for (const id of ids) {
        await transaction.update(patients).set({ name: ids.join() }).where(eq(patients.id, id));
        holding += 1;
        if (holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
      return ids.length;
    });
  const both = [rename(one, two), rename(two, one)];
  void Promise.race(both).then(() => oneHasCommitted.resolve());
  expect(await Promise.all(both)).toEqual([2, 2]);
  expect(runs).toBe(3);
  const names = await db.selectDistinct({ name: patients.name }).from(patients);
  expect(names).toHaveLength(1);
});

test.each([
  ['40P01', 3],
  ['40001', 3],
  ['23505', 1],
])('E-10.2720: a transaction that always fails with %s runs %i times', async (code, maxRuns) => {
  const { db } = await createTestDatabase();
  let runs = 0;
  const failing = db.transaction(async () => {
    runs += 1;
    throw Object.assign(new Error('conflict'), { code });
  });
  await expect(failing).rejects.toThrow('conflict');
  expect(runs).toBe(maxRuns);
});
