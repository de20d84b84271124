import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { discardFile } from '../../modules/files/public.ts';
import { sweepFiles } from '../../modules/files/sweep.ts';
import { exams } from '../../schema/exams.ts';
import {
  backUp,
  filesIn,
  getErrorCode,
  readContents,
  restoreIntoEmpty,
  type TestStore,
  temporaryStore,
} from '../../testing/backups/backups.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addExam, addFile, addPatient, newId } from '../../testing/records.ts';
import type { Database } from '../database/database.ts';

/** Registers patients, each with an exam and its file in one transaction, until it is stopped. */
function keepWriting({ db }: TestDatabase, store: TestStore) {
  const acknowledged: string[] = [];
  let writing = true;
  const write = async () => {
    while (writing) {
      const id = newId('usr');
      await db.transaction(async (transaction) => {
        const inside = transaction as unknown as Database;
        await addPatient(inside, { id, name: 'Ana' });
        const fileId = await addFile(inside, store, { bytes: Buffer.from(`%PDF-1.7 ${id}`) });
        await addExam(inside, id, { fileId });
        await transaction.execute(sql`update patients set version = 2 where id = ${id}`);
      });
      acknowledged.push(id);
    }
  };
  const writers = Promise.all([write(), write(), write()]);
  const stop = async () => {
    writing = false;
    await writers;
  };
  onTestFinished(stop);
  return { acknowledged, stop };
}

describe('T-G7: a backup during writes', () => {
  test('T-G7: has every write that was acknowledged before it began, and only complete transactions', async () => {
    const database = await createTestDatabase();
    const store = await temporaryStore();
    const writers = keepWriting(database, store);
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(30), LONG_WAIT);
    const before = [...writers.acknowledged];
    const { file } = await backUp({ database, store });
    const after = writers.acknowledged.length;
    await writers.stop();
    // The backup ran during writes.
    expect(after).toBeGreaterThan(before.length);

    const restored = await restoreIntoEmpty(file);
    expect(restored.code).toBeNull();
    const patients = await queryAsOwner<{ id: string; version: number; files: string[] }>(
      restored,
      `select p.id, p.version, array_agg(f.storage_key) as files from patients p
         left join exams e on e.patient_id = p.id left join files f on f.id = e.file_id
        group by p.id`,
    );
    expect(patients.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    const stored = await filesIn(restored.store.folder);
    for (const { id, version, files } of patients) {
      expect(version).toBe(2);
      expect(files).toHaveLength(1);
      const bytes = stored[files[0] ?? ''];
      expect(Buffer.from(bytes ?? '', 'base64').toString()).toBe(`%PDF-1.7 ${id}`);
    }
    expect(await queryAsOwner(restored, 'select count(*)::int as n from record_ids')).toEqual([
      { n: 2 * patients.length },
    ]);
  });

  test('T-G7, E-10.3969: has the files of its snapshot, also those replaced and swept during the backup', async () => {
    const database = await createTestDatabase();
    const store = await temporaryStore();
    const patient = await addPatient(database.db);
    const first = await addFile(database.db, store);
    const replaced = await addFile(database.db, store, { bytes: Buffer.from('%PDF-1.7 before') });
    await addExam(database.db, patient, { fileId: first });
    const exam = await addExam(database.db, patient, { fileId: replaced });
    const before = { rows: await readContents(database.owner), files: await filesIn(store.folder) };

    // When the backup reaches its first file, the second file loses its record and a sweep runs.
    let swept: Promise<number> | undefined;
    const replaceAndSweep = async () => {
      const next = await addFile(database.db, store, { bytes: Buffer.from('%PDF-1.7 after') });
      await database.db.transaction(async (transaction) => {
        await transaction.update(exams).set({ fileId: next }).where(sql`id = ${exam}`);
        await discardFile(transaction, replaced);
      });
      await queryAsOwner(
        database,
        `update pending_files set created_at = now() - interval '1 day'`,
      );
      return sweepFiles({ db: database.db, store });
    };
    const { file, manifest } = await backUp({
      database,
      store: {
        ...store,
        read: async (key) => {
          swept ??= replaceAndSweep();
          await swept;
          return store.read(key);
        },
      },
    });
    expect(manifest.files).toMatchObject({ count: 2, missing: [], damaged: [] });
    expect(await swept).toBe(0);
    const restored = await restoreIntoEmpty(file);
    expect(await readContents(restored.owner)).toEqual(before.rows);
    expect(await filesIn(restored.store.folder)).toEqual(before.files);

    // The sweep during the backup kept the replaced file. The next one removes it.
    const fileCount = Object.keys(await filesIn(store.folder)).length;
    expect(await sweepFiles({ db: database.db, store })).toBe(1);
    expect(Object.keys(await filesIn(store.folder))).toHaveLength(fileCount - 1);
  });

  test('a second backup at the same time is rejected', async () => {
    const database = await createTestDatabase();
    const store = await temporaryStore();
    await addExam(database.db, await addPatient(database.db), {
      fileId: await addFile(database.db, store),
    });
    let second: unknown;
    await backUp({
      database,
      store: {
        ...store,
        read: async (key) => {
          second = await backUp({ database, store }).catch(getErrorCode);
          return store.read(key);
        },
      },
    });
    expect(second).toBe('backup-running');
  });
});
