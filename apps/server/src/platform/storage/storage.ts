import { chmodSync, mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files are kept, by key. Keys are made by us and never from what a client sent. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
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
    read: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
  };
}
