import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../postgres/secrets.ts';
import { checkKey, type FileStore, isCheckKey, openLocalFileStore } from '../storage/storage.ts';

/** Age in ms after which a partial file is considered abandoned. */
const ABANDONED_AFTER = 24 * 3_600_000;

/**
 * An archive in a folder. An object gets its name only when it is complete: an interrupted one must not be taken for
 * it.
 */
export async function openArchiveFolder(folder: string): Promise<FileStore> {
  const store = openLocalFileStore(folder);
  await removeDrafts(folder);
  return {
    ...store,
    putFile: async (key, source) => {
      const draft = checkKey();
      const target = path.join(folder, key);
      try {
        await store.putFile(draft, source);
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(path.join(folder, draft), target);
        await syncFolder(path.dirname(target));
      } finally {
        await rm(path.join(folder, draft), { force: true });
      }
    },
  };
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    if (!isCheckKey(name)) continue;
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER) await rm(file, { force: true });
  }
}
