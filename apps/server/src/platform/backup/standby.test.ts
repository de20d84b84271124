import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, temporaryStore } from '../../testing/backups/backups.ts';
import {
  makeStandby,
  open,
  preparedDataDir,
  query,
  temporaryDataDir,
} from '../postgres/testing/data-folder.ts';
import { saveBackup } from './save-backup.ts';

const never = new AbortController().signal;

test('T-G7: a backup is read from a standby that has caught up, and another server is rejected', async () => {
  const dataDir = await preparedDataDir();
  const primary = await open(dataDir);
  const { superuser: standby } = await makeStandby(dataDir, primary.superuser);
  const database = primary.owner.database;
  await query(primary.owner, `insert into patients (id, name) values ('usr_1', 'Ana')`);

  const source = { owner: primary.owner, store: await temporaryStore(), secrets: {} };
  const options = { passphrase: null, signal: never };
  const file = path.join(await temporaryFolder(), 'uno.respaldo');
  const { manifest } = await saveBackup(
    { ...source, standby: { ...standby, database } },
    file,
    options,
  );
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'patients', rows: 1 }));
  const stranger = await open(await temporaryDataDir());
  const foreign = { ...source, standby: { ...stranger.superuser, database } };
  const other = path.join(await temporaryFolder(), 'dos.respaldo');
  await expect(saveBackup(foreign, other, options)).rejects.toMatchObject({
    code: 'backup-foreign-standby',
  });
});
