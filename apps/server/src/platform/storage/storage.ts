import { chmodSync, createReadStream, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files are kept, by key. Keys are made by us and never from what a client sent. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores a copy of a file of this machine, written through to the disk before it resolves. */
  putFile(key: string, path: string): Promise<void>;
  /** The bytes as a stream; an error of it means that the file cannot be read. */
  read(key: string): Promise<Readable>;
  delete(key: string): Promise<void>;
}

/** Files in a folder of this machine, which nobody else on it may look into. */
export function openLocalFileStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: (key, bytes) => disk.put(key, bytes),
    putFile: async (key, source) => {
      await disk.putStream(key, createReadStream(source));
      await flush(path.join(folder, key));
    },
    read: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
  };
}

/** What was acknowledged is still there after the power has failed. */
async function flush(file: string): Promise<void> {
  for (const name of [file, path.dirname(file)]) {
    const handle = await open(name);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
