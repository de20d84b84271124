/**
 * A process that a test kills or measures. It makes a backup of the environment's database, restores it if a
 * target is named, and prints its peak memory.
 */
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { saveBackup } from '../../platform/backup/save-backup.ts';
import { openLocalFileStore } from '../../platform/storage/storage.ts';

const { owner, folder, file, into } = JSON.parse(process.env.BACKUP_WHAT ?? '');
const options = { passphrase: null, signal: new AbortController().signal };
await saveBackup({ owner, store: openLocalFileStore(folder), secrets: {} }, file, options);
if (into) {
  const store = openLocalFileStore(into.folder);
  const target = { owner: into.owner, store, scratchFolder: into.scratchFolder };
  await restoreBackup(target, file, options);
}
// Kilobytes.
console.log(process.resourceUsage().maxRSS);
