import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  backUp,
  createFilledDatabase,
  filesIn,
  readContents,
  restoreIntoEmpty,
  temporaryStore,
} from '../../testing/backups/backups.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { createFirstRelease } from '../../testing/first-release.ts';
import { migrateDatabase } from '../database/migrating/migrate.ts';

const PASSPHRASE = 'jacaranda en flor sobre la banqueta';

describe('T-G7: a backup restored into an empty installation', () => {
  test.each([
    ['in clear', null],
    ['encrypted', PASSPHRASE],
  ])('E-10.190, T-G7: has every row, file and sequence value again, %s', async (_, passphrase) => {
    const from = await createFilledDatabase();
    const { file, manifest } = await backUp(from, passphrase);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file))).toEqual(['uno.respaldo']);

    const { value, store, ...target } = await restoreIntoEmpty(file, passphrase);
    await migrateDatabase(target);

    const contents = await readContents(target.owner);
    expect(contents).toEqual(await readContents(from.database.owner));
    expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(contents).map(([name, rows]) => [name, rows.length]),
    );
    expect(await filesIn(store.folder)).toEqual(await filesIn(from.store.folder));
    expect(manifest.files.count).toBeGreaterThan(5);
    // Readers of the file must not get secrets.
    expect(value?.secrets).toEqual(passphrase === null ? {} : { auth: 'un secreto' });
    await expectRules(from.database.owner, target.owner);
  });

  test('T-G7: a backup of an earlier release is restored at its schema and migrated', async () => {
    const first = await createFirstRelease();
    const store = await temporaryStore();
    for (const { key } of await queryAsOwner(first, 'select storage_key as key from files')) {
      await store.put(String(key), Buffer.from('%PDF-1.7'));
    }
    const { file, manifest } = await backUp({ database: first, store });
    // The first release's dump has no files, so the files made here differ from its digests.
    expect(manifest.files).toMatchObject({ count: 15, missing: [] });
    expect(manifest.files.damaged).toHaveLength(15);

    const restored = await restoreIntoEmpty(file);
    expect(restored.value?.lost).toEqual(manifest.files.damaged);
    await migrateDatabase(first);
    await migrateDatabase(restored);
    expect(await readContents(restored.owner)).toEqual(await readContents(first.owner));
    await expectRules(first.owner, restored.owner);
  });

  test('a backup lists the files that were missing when it was made, and has the rest', async () => {
    const from = await createFilledDatabase();
    const [{ key } = {}] = await queryAsOwner(
      from.database,
      'select storage_key as key from files order by id limit 1',
    );
    await from.store.delete(String(key));
    const { file, manifest } = await backUp(from);
    expect(manifest.files).toMatchObject({ missing: [key], damaged: [] });
    const { value, store } = await restoreIntoEmpty(file);
    expect(value?.lost).toEqual([key]);
    expect(await filesIn(store.folder)).toEqual(await filesIn(from.store.folder));
  });
});

/** Expects equal triggers, constraints and sequence values. */
async function expectRules(...[from, to]: Parameters<typeof readContents>[0][]) {
  const readRules = (owner = from) =>
    queryAsOwner(
      { owner: owner ?? {} },
      `select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) as rule from pg_trigger where not tgisinternal and tgparentid = 0
       union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select concat_ws(' ', sequencename, last_value) from pg_sequences where schemaname = 'public'
       order by 1`,
    );
  const rules = await readRules(to);
  expect(rules.length).toBeGreaterThan(50);
  expect(rules).toEqual(await readRules(from));
}
