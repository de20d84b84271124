import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { type FileStore, withScratchFolder } from '../storage/storage.ts';
import { alteredBackup } from './format.ts';

export type FileTarget = Pick<FileStore, 'putFile' | 'delete'>;

/** Stores the files of a backup that the restored database names. */
export function restoredFiles(client: Client, target: FileTarget, scratchFolder: string) {
  const stored: string[] = [];
  return {
    get count() {
      return stored.length;
    },
    /** @throws UnreadableBackup if the restored database has no such file */
    async store(key: string, body: AsyncIterable<Buffer>): Promise<void> {
      const { rows } = await client.query('select 1 from public.files where storage_key = $1', [
        key,
      ]);
      if (rows.length === 0) throw alteredBackup();
      await withTemporaryFile(scratchFolder, body, (file) => {
        stored.push(key);
        return target.putFile(key, file);
      });
    },
    async removeStored(): Promise<void> {
      for (const key of stored) await target.delete(key).catch(() => {});
    },
  };
}

/** Writes the bytes to a temporary file for `use`. */
export async function withTemporaryFile(
  scratchFolder: string,
  body: AsyncIterable<Buffer>,
  use: (file: string) => Promise<void>,
): Promise<void> {
  await withScratchFolder(scratchFolder, 'restore-', async (folder) => {
    const file = path.join(folder, 'file');
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
    await use(file);
  });
}
