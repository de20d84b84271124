import { count, eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { recordCounts } from '../../schema/operation/record-counts.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addPatient } from '../../testing/records.ts';
import { storedCounts, sumChanges } from './public.ts';

const sorted = (counts: Iterable<readonly [string, number]>) =>
  [...counts].filter(([, count]) => count !== 0).toSorted();

/** The stored and the true counts, in one snapshot. */
async function compare({ db }: TestDatabase, kind: 'patient' | 'prospect') {
  const table = kind === 'patient' ? patients : prospects;
  return db.transaction(
    async (transaction) => {
      const rows = await transaction
        .select({ group: sql<string>`${table.statusGroup}::text`, total: count() })
        .from(table)
        .where(isNull(table.deletedAt))
        .groupBy(table.statusGroup);
      return {
        kept: sorted(await storedCounts(transaction, kind)),
        counted: sorted(rows.map(({ group, total }) => [group, total] as const)),
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

const readRows = ({ db }: TestDatabase) => db.select().from(recordCounts);

describe('the counts of patients', () => {
  test('are exact during many simultaneous changes, and after them', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const ids = await Promise.all(Array.from({ length: 12 }, () => addPatient(db)));
    const change = (id: string, step: number) =>
      db
        .update(patients)
        .set(step % 3 === 0 ? { deletedAt: step % 2 ? new Date() : null } : { status: step % 6 })
        .where(eq(patients.id, id));
    const writers = ids.map(async (id, at) => {
      for (let step = at; step < at + 12; step += 1) {
        await change(id, step);
        if (step % 5 === 0) await addPatient(db);
        if (at % 3 === 0 && step % 7 === 0) await db.delete(patients).where(eq(patients.id, id));
        if (step % 4 === 0) await sumChanges(db, 3);
      }
    });
    let over = false;
    const watching = (async () => {
      while (!over) {
        const { kept, counted } = await compare(database, 'patient');
        expect(kept).toEqual(counted);
      }
    })();
    await Promise.all(writers).finally(() => {
      over = true;
    });
    await watching;
    const { kept, counted } = await compare(database, 'patient');
    expect(kept).toEqual(counted);
    expect(counted.length).toBeGreaterThan(1);
  });

  test('do not change by a rollback, nor by an edit without a status', async () => {
    const database = await createTestDatabase();
    const id = await addPatient(database.db);
    const before = await readRows(database);
    await database.db
      .transaction(async (transaction) => {
        await addPatient(transaction);
        throw new Error('taken back');
      })
      .catch(() => {});
    await database.db.update(patients).set({ name: 'Otra' }).where(eq(patients.id, id));
    expect(await readRows(database)).toEqual(before);
  });

  test('are merged into few rows after a while, with the same totals', async () => {
    const database = await createTestDatabase();
    for (let index = 0; index < 8; index += 1) await addPatient(database.db);
    const { kept } = await compare(database, 'patient');
    expect(await sumChanges(database.db)).toBe(0);
    expect(await sumChanges(database.db, 3)).toBe(8);
    expect((await readRows(database)).length).toBe(kept.length);
    expect((await compare(database, 'patient')).kept).toEqual(kept);
  });
});

test('the counts of prospects are separate', async () => {
  const database = await createTestDatabase();
  await addPatient(database.db);
  await database.db.insert(prospects).values([
    { id: 'pro_1', name: 'Uno', status: 'pending' },
    { id: 'pro_2', name: 'Dos', status: 'rejected' },
    { id: 'pro_3', name: 'Tres' },
  ]);
  await database.db.delete(prospects).where(eq(prospects.id, 'pro_2'));
  const { kept, counted } = await compare(database, 'prospect');
  expect(kept).toEqual(counted);
  expect(kept).toEqual([
    ['none', 1],
    ['pending', 1],
  ]);
});
