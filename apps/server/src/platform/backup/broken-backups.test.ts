import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import {
  backUp,
  createFilledDatabase,
  getErrorCode,
  never,
  restoreIntoEmpty,
  temporaryFolder,
  temporaryStore,
} from '../../testing/backups/backups.ts';
import { createEmptyDatabase, queryAsOwner } from '../../testing/database.ts';
import { migrateDatabase } from '../database/migrating/migrate.ts';
import { listMigrations } from '../database/migrating/migrations.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import { FORMAT, HEADER, MANIFEST } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { RowDigest } from './row-digest.ts';
import { checkBackup } from './save-backup.ts';

/** Number of damaged copies. */
const RUNS = forLength(50, 150);

const PASSPHRASE = 'jacaranda en flor sobre la banqueta';

async function makeFile(bytes: Uint8Array): Promise<string> {
  const file = path.join(await temporaryFolder(), 'uno.respaldo');
  await writeFile(file, bytes);
  return file;
}

/** The error code of a backup; null for a valid one. */
const findFault = (file: string, passphrase: string | null = null) =>
  checkBackup(file, passphrase).then(() => null, getErrorCode);

/** An archive with valid digests and the given content. */
async function craft(fill: (writer: ArchiveWriter) => Promise<void>): Promise<string> {
  const file = path.join(await temporaryFolder(), 'hecho-a-mano.respaldo');
  await writeArchive(createWriteStream(file), { passphrase: null, signal: never }, fill);
  return file;
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const currentMigrations = listMigrations().map(({ digest }) => digest);
const makeHeader = (changes: object = {}) =>
  json({
    format: FORMAT,
    madeAt: '2026-11-20T09:00:00Z',
    migrations: currentMigrations,
    tables: [],
    ...changes,
  });
const noFiles = { count: 0, bytes: 0, missing: [], damaged: [] };

describe('T-G7: a damaged backup', () => {
  test('T-G7: is rejected if any byte is cut or changed, unless its data are complete', async () => {
    const { file } = await backUp(await createFilledDatabase({ patients: 3 }));
    const original = await readFile(file);
    const { manifest } = await checkBackup(file, null);
    const broken = path.join(await temporaryFolder(), 'roto.respaldo');
    const position = fc.integer({ min: 0, max: original.length - 1 });
    const change = fc.oneof(
      position.map((at) => original.subarray(0, at)),
      fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, bits]) => {
        const changed = Buffer.from(original);
        changed[at] = (changed[at] ?? 0) ^ bits;
        return changed;
      }),
      fc
        .tuple(position, position)
        .map(([a, b]) =>
          Buffer.concat([original.subarray(0, Math.min(a, b)), original.subarray(Math.max(a, b))]),
        ),
    );
    let rejected = 0;
    await fc.assert(
      fc.asyncProperty(change, async (bytes) => {
        await writeFile(broken, bytes);
        const outcome = await checkBackup(broken, null).catch((error: unknown) =>
          getErrorCode(error),
        );
        if (typeof outcome === 'string') {
          rejected += 1;
          expect([
            'backup-unknown',
            'backup-truncated',
            'backup-altered',
            'backup-newer',
          ]).toContain(outcome);
        } else {
          // A few bytes, such as the compression's own checksum, carry no data.
          expect(outcome.manifest).toEqual(manifest);
        }
      }),
      // Unbiased, because a change near the end affects padding and the checksum, which may harm no data.
      { numRuns: RUNS, unbiased: true },
    );
    expect(rejected).toBeGreaterThan(0.85 * RUNS);
  });

  test('T-G7: a rejected backup leaves nothing in its target', async () => {
    const { file } = await backUp(await createFilledDatabase({ patients: 3 }));
    const original = await readFile(file);
    const cut = await restoreIntoEmpty(await makeFile(original.subarray(0, -200)));
    expect(cut).toMatchObject({ code: 'backup-truncated', traces: [] });
    const changed = Buffer.from(original);
    changed[original.length - 1000] = (changed[original.length - 1000] ?? 0) ^ 0xff;
    const altered = await restoreIntoEmpty(await makeFile(changed));
    expect(altered).toMatchObject({ code: 'backup-altered', traces: [] });
    // A target that rejected a truncated backup accepts the complete one.
    const target = { owner: cut.owner, store: cut.store, scratchFolder: await temporaryFolder() };
    await restoreBackup(target, file, { passphrase: null, signal: never });
  });

  test('a wrong passphrase, a missing one and an invalid backup have different errors', async () => {
    const { file } = await backUp(await createFilledDatabase({ patients: 1 }), PASSPHRASE);
    expect(await findFault(file, 'otra frase igual de larga')).toBe('backup-passphrase-wrong');
    expect(await findFault(file)).toBe('backup-passphrase-needed');
    const bytes = await readFile(file);
    expect(await findFault(await makeFile(bytes.subarray(0, -1)), PASSPHRASE)).toBe(
      'backup-altered',
    );
    expect(bytes.includes('patients')).toBe(false);
    expect(await findFault(await makeFile(Buffer.from('{"users": []}')))).toBe('backup-unknown');
    expect(await findFault(await makeFile(Buffer.of()))).toBe('backup-unknown');
    expect(await findFault(path.join(await temporaryFolder(), 'no-existe'))).toBe('backup-missing');
    expect(await findFault(await temporaryFolder())).toBe('backup-unknown');
  });

  test('a backup of a newer release is rejected', async () => {
    const migrations = [...currentMigrations, 'f'.repeat(64)];
    const later = await craft((writer) => writer.add(HEADER, makeHeader({ migrations })));
    expect(await restoreIntoEmpty(later)).toMatchObject({ code: 'backup-newer', traces: [] });
    const format = await craft((writer) => writer.add(HEADER, json({ format: FORMAT + 1 })));
    expect(await restoreIntoEmpty(format)).toMatchObject({ code: 'backup-newer', traces: [] });
  });

  test.each([
    ['a row that fits no table', 'doctors', ['id', 'name'], 'doc_1\n'],
    ['a row twice', 'doctors', ['id', 'name'], 'doc_1\tAna\ndoc_1\tEva\n'],
    ['a record of an unknown patient', 'fertility_tests', ['patient_id'], 'usr_nobody\n'],
    ['a column that is not there', 'doctors', ['id', 'nombre'], 'doc_1\tAna\n'],
    ['a table that is not there', 'medicos', ['id'], 'doc_1\n'],
  ])(
    'a backup with %s is rejected, although its digests are correct',
    async (_, name, columns, rows) => {
      const digest = new RowDigest();
      digest.update(Buffer.from(rows));
      const table = { name, rows: digest.rows, digest: digest.digest() };
      const file = await craft(async (writer) => {
        await writer.add(HEADER, makeHeader({ tables: [{ name, columns }] }));
        await writer.add(`tables/${name}/000001`, Buffer.from(rows));
        await writer.add(MANIFEST, json({ tables: [table], sequences: [], files: noFiles }));
      });
      expect(await restoreIntoEmpty(file)).toMatchObject({ code: 'backup-altered', traces: [] });
    },
  );

  test('a backup cannot write a file that its database does not name, nor a file outside of the store', async () => {
    const file = await craft(async (writer) => {
      await writer.add(HEADER, makeHeader());
      await writer.add('files/../../fuera/000001', Buffer.from('x'));
      await writer.add(
        MANIFEST,
        json({ tables: [], sequences: [], files: { ...noFiles, count: 1 } }),
      );
    });
    expect(await restoreIntoEmpty(file)).toMatchObject({ code: 'backup-altered', traces: [] });
  });
});

test('T-G7: a target with data is rejected and left unchanged', async () => {
  const { file } = await backUp(await createFilledDatabase({ patients: 2 }));
  const roles = await createEmptyDatabase({ owned: true });
  await migrateDatabase(roles);
  await queryAsOwner(roles, `insert into doctors (id, name) values ('doc_1', 'Ana')`);
  const store = await temporaryStore();
  const restore = async () =>
    restoreBackup({ owner: roles.owner, store, scratchFolder: await temporaryFolder() }, file, {
      passphrase: null,
      signal: never,
    });
  expect(await restore().catch(getErrorCode)).toBe('restore-not-empty');
  expect(await queryAsOwner(roles, 'select id from doctors')).toEqual([{ id: 'doc_1' }]);
  // Empty tables of a first start are allowed.
  await queryAsOwner(roles, 'delete from doctors');
  await queryAsOwner(roles, 'delete from record_ids');
  await restore();
  expect(await queryAsOwner(roles, 'select count(*)::int as n from patients')).toEqual([{ n: 2 }]);
});
