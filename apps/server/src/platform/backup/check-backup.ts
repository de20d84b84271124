import { readArchive } from './archive-reader.ts';
import { alteredBackup, truncatedBackup } from './backup-errors.ts';
import type { BackupHeader, BackupManifest } from './format.ts';
import { RowDigest } from './row-digest.ts';

/**
 * Reads a backup from the disk and compares every digest and count with its manifest; it needs no
 * database.
 * @throws UnreadableBackup with what is wrong
 */
export async function checkBackup(
  file: string,
  passphrase: string | null,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  let header: BackupHeader | undefined;
  const found = new Map<string, RowDigest>();
  let files = 0;
  for await (const item of readArchive(file, passphrase)) {
    if (item.kind === 'header') {
      header = item.header;
    } else if (item.kind === 'tables') {
      const digest = new RowDigest();
      for await (const chunk of item.body) digest.update(chunk);
      found.set(item.name, digest);
    } else if (item.kind === 'files') {
      files += 1;
    } else if (item.kind === 'manifest' && header) {
      const same = item.manifest.tables.every(({ name, rows, digest }) => {
        const table = found.get(name);
        return table?.rows === rows && table.digest() === digest;
      });
      if (!same || files !== item.manifest.files.count) throw alteredBackup();
      return { header, manifest: item.manifest };
    }
  }
  throw truncatedBackup();
}
