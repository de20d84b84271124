import { constants, existsSync } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../postgres/layout.ts';
import { syncFolder } from '../postgres/secrets.ts';
import { isDiskFull, StartupError } from '../system-errors.ts';
import { readArchive } from './archive-reader.ts';
import { type BackupManifest, UnreadableBackup } from './format.ts';
import { draftPath, removeAbandonedDrafts } from './kept-backups.ts';
import { type BackupOptions, type BackupSource, writeBackup } from './write-backup.ts';

/**
 * Makes a backup in a file that only its owner can read. The file has a temporary name until it is complete, synced
 * to disk and verified. After an error it is removed.
 * @throws StartupError when the file exists already, or cannot be written
 */
export async function saveBackup(
  source: BackupSource,
  file: string,
  options: BackupOptions,
): Promise<{ manifest: BackupManifest; bytes: number }> {
  const target = path.resolve(file);
  const folder = path.dirname(target);
  rejectExisting(target);
  const draft = draftPath(target);
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.W_OK);
    // A draft of another user must not prevent this backup.
    await removeAbandonedDrafts(folder).catch(() => {});
    const handle = await open(draft, 'wx', 0o600);
    const output = handle.createWriteStream({ flush: true });
    // Closes the file if the backup failed before the stream was used.
    const manifest = await writeBackup(source, output, options).finally(() => output.destroy());
    await checkBackup(draft, options.passphrase);
    const { size } = await stat(draft);
    rejectExisting(target);
    await rename(draft, target);
    await syncFolder(folder);
    return { manifest, bytes: size };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw toBackupError(error, folder);
  }
}

function rejectExisting(target: string): void {
  if (existsSync(target)) {
    throw new StartupError('backup-exists', `Ya existe ${target}: elige otro nombre.`);
  }
}

function toBackupError(error: unknown, folder: string): unknown {
  if (isDiskFull(error)) {
    return new StartupError(
      'backup-disk-full',
      `No queda espacio en el disco de ${folder}: no se guardó ningún respaldo.`,
      { cause: error },
    );
  }
  if (error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error) {
    return new StartupError(
      'backup-unwritable',
      `No se puede escribir en ${folder} (${error.code}): no se guardó ningún respaldo.`,
      { cause: error },
    );
  }
  return error;
}

/** Reads a backup from the disk, without a database, to verify the digest of all its content. */
export async function checkBackup(
  file: string,
  passphrase: string | null,
): Promise<{ manifest: BackupManifest }> {
  for await (const item of readArchive(file, passphrase)) {
    if (item.kind === 'manifest') return item;
  }
  throw new UnreadableBackup('backup-truncated');
}
