/**
 * A process of its own for a test, to be killed or measured: makes a backup of what its environment
 * names, restores it where that names a place, and tells how much memory it ever took.
 */
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { saveBackup } from '../platform/backup/save-backup.ts';
import { openLocalFileStore } from '../platform/storage/storage.ts';

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
