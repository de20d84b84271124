import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verifyBackup } from '../../commands/backup/backup.ts';
import {
  backUp,
  createFilledDatabase,
  getErrorCode,
  never,
  temporaryFolder,
} from '../../testing/backups/backups.ts';
import { listMigrations } from '../database/migrating/migrations.ts';
import { writeArchive } from './archive-writer.ts';
import { FORMAT, HEADER, MANIFEST } from './format.ts';
import { RowDigest } from './row-digest.ts';

const options = { passphrase: null, signal: never };

test('T-G7: verify restores a backup in a temporary PostgreSQL, and finds it equal', async () => {
  const { file, manifest } = await backUp(await createFilledDatabase());
  expect((await verifyBackup(file, options)).manifest).toEqual(manifest);
});

test('T-G7: verify finds a table that was restored differently', async () => {
  const file = path.join(await temporaryFolder(), 'otro.respaldo');
  // A number that PostgreSQL reads, and writes in another way.
  const rows = Buffer.from('brn_1\tprt_1\tCentro\t19.40\nbrn_2\tprt_1\tSur\t19.3\n');
  const partners = Buffer.from('prt_1\tLaboratorio\n');
  const makeCount = (name: string, bytes: Buffer) => {
    const digest = new RowDigest();
    digest.update(bytes);
    return { name, rows: digest.rows, digest: digest.digest() };
  };
  const tables = [
    { name: 'branches', columns: ['id', 'partner_id', 'name', 'latitude'] },
    { name: 'partners', columns: ['id', 'name'] },
  ];
  await writeArchive(createWriteStream(file), options, async (writer) => {
    const migrations = listMigrations().map(({ digest }) => digest);
    const header = { format: FORMAT, madeAt: '2026-11-20T09:00:00Z', migrations, tables };
    await writer.add(HEADER, Buffer.from(JSON.stringify(header)));
    await writer.add('tables/branches/000001', rows);
    await writer.add('tables/partners/000001', partners);
    const manifest = {
      tables: [makeCount('branches', rows), makeCount('partners', partners)],
      sequences: [],
      files: { count: 0, bytes: 0, missing: [], damaged: [] },
    };
    await writer.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  });
  expect(await verifyBackup(file, options).catch(getErrorCode)).toBe('backup-differs');
});
