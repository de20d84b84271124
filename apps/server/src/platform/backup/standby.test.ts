import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, temporaryStore } from '../../testing/backups.ts';
import { PATIENTLY } from '../../testing/patience.ts';
import { findBinaries } from '../postgres/binaries.ts';
import type { Connection } from '../postgres/embedded.ts';
import { layoutOf } from '../postgres/layout.ts';
import { chooseEndpoint, startPostmaster, stopPostmaster } from '../postgres/postmaster.ts';
import { chooseRunAs, giveOwnership } from '../postgres/run-as.ts';
import { open, preparedDataDir, query, temporaryDataDir } from '../postgres/testing/data-folder.ts';
import { openArchive } from '../wal-archive/archive.ts';
import { extractBase, listBases, writeBase } from '../wal-archive/base-copy.ts';
import { saveBackup } from './save-backup.ts';

const never = new AbortController().signal;

/** A streaming standby of an embedded cluster. */
async function startStandby(primaryDir: string, superuser: Connection): Promise<Connection> {
  const archive = openArchive({
    store: await temporaryStore(),
    scratchFolder: await temporaryFolder(),
    identity: null,
  });
  const primary = await layoutOf(primaryDir);
  await writeBase(archive, { superuser, cluster: primary.cluster, secrets: {} });
  const [base] = await listBases(archive);
  if (base === undefined) throw new Error('There is no copy');
  const dataDir = await temporaryDataDir();
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const layout = await layoutOf(dataDir);
  const binaries = findBinaries();
  const runAs = await chooseRunAs(layout, binaries);
  await extractBase(archive, base, layout.cluster);
  await mkdir(layout.run, { mode: 0o700 });
  await writeFile(path.join(layout.cluster, 'standby.signal'), '');
  const { host, port, user, password } = superuser;
  await appendFile(
    path.join(layout.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=''${host}'' port=${port} user=${user} password=${password}'\n`,
  );
  for (const folder of [layout.cluster, layout.run]) await giveOwnership(runAs, folder);
  const cluster = { layout, binaries, runAs, settings: { restore_command: '' } };
  const endpoint = await chooseEndpoint(layout);
  // It waits for a server that takes writes, which a standby never does.
  const waiting = new AbortController();
  const started = startPostmaster(cluster, endpoint, { signal: waiting.signal });
  started.catch(() => {});
  onTestFinished(async () => {
    waiting.abort();
    await stopPostmaster(cluster);
  });
  const standby =
    endpoint.kind === 'socket'
      ? { ...superuser, host: layout.run }
      : { ...superuser, port: endpoint.port };
  await vi.waitFor(() => query(standby, 'select 1'), PATIENTLY);
  return standby;
}

test('T-G7: a backup is read from a standby that has caught up, and another server is refused', async () => {
  const dataDir = await preparedDataDir();
  const primary = await open(dataDir);
  const standby = await startStandby(dataDir, primary.superuser);
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
