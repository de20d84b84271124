import { chmodSync, createReadStream, mkdirSync } from 'node:fs';
import { open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where files are kept, by key. Keys are made by us and never from what a client sent. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores a copy of a file of this machine, which is kept for good once it resolves. */
  putFile(key: string, path: string): Promise<void>;
  /** The bytes as a stream; an error of it means that the file cannot be read. */
  read(key: string): Promise<Readable>;
  /** Removes a file; one that is not there is removed already. */
  delete(key: string): Promise<void>;
  /** Every key, in no particular order. */
  list(): AsyncIterable<string>;
  /** Writes and removes a few bytes. @throws what a write fails with */
  check(): Promise<void>;
}

/** A store that does not answer, or refuses us: what is asked of it may work later. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
  readonly code = 'FILE_STORE_UNAVAILABLE';
}

/** What `check` writes begins so, and no key of a file does. */
const CHECK_PREFIX = 'check-';

/** A key that nothing is kept under. */
export function checkKey(): string {
  return `${CHECK_PREFIX}${crypto.randomUUID()}`;
}

/** What a check that was cut short may leave is no file of anybody. */
export function isCheckKey(key: string): boolean {
  return key.startsWith(CHECK_PREFIX);
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
    list: () => listFolder(folder),
    check: async () => {
      // Not by flydrive, which would make a folder anew whose disk has gone away.
      const file = path.join(folder, checkKey());
      await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
      await rm(file);
    },
  };
}

/** A folder at a time: there may be more files than memory likes to hold. */
async function* listFolder(folder: string, inside = ''): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(folder, inside), { withFileTypes: true })) {
    const key = path.posix.join(inside, entry.name);
    if (entry.isDirectory()) yield* listFolder(folder, key);
    else if (!isCheckKey(key)) yield key;
  }
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
