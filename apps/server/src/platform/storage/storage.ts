import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { isMissing } from '../system-errors.ts';

/** Stores files by key. The server creates the keys, never from client input. */
export interface FileStore {
  /** Stores bytes; they are durable when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores a copy of a local file, which is durable when the promise resolves. */
  putFile(key: string, path: string): Promise<void>;
  /** The bytes as a stream. Its error means that the file cannot be read. */
  read(key: string): Promise<Readable>;
  /** Removes a file; a missing one is not an error. */
  delete(key: string): Promise<void>;
  /** Every key, in no particular order. */
  list(): AsyncIterable<string>;
  /**
   * Writes and removes a few bytes.
   * @throws the error of a failed write
   */
  check(): Promise<void>;
}

/** A store that does not answer, or rejects our credentials; a later attempt may succeed. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
  readonly code = 'FILE_STORE_UNAVAILABLE';
}

/** Prefix of the keys that `check` writes. No stored file has such a key. */
const CHECK_PREFIX = 'check-';

export function makeTempKey(): string {
  return `${CHECK_PREFIX}${crypto.randomUUID()}`;
}

export function isTempKey(key: string): boolean {
  return key.startsWith(CHECK_PREFIX);
}

/** Files in a local folder that only our account can read. */
export function openLocalFileStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    put: async (key, bytes) => {
      await disk.put(key, bytes);
      await flush(path.join(folder, key));
    },
    putFile: async (key, source) => {
      // Opened first, because a missing source must not leave an empty file.
      const content = (await open(source)).createReadStream();
      await disk.putStream(key, content).finally(() => content.destroy());
      await flush(path.join(folder, key));
    },
    read: (key) => disk.getStream(key),
    delete: (key) => disk.delete(key),
    list: () => listFolder(folder),
    check: async () => {
      // flydrive does not write this file, because it would create the folder of an unmounted disk.
      const file = path.join(folder, makeTempKey());
      await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
      await rm(file);
    },
  };
}

/** Reads one folder at a time, because all keys may not fit in memory. */
async function* listFolder(folder: string, inside = ''): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(folder, inside), { withFileTypes: true })) {
    const key = path.posix.join(inside, entry.name);
    if (entry.isDirectory()) yield* listFolder(folder, key);
    else if (!isTempKey(key)) yield key;
  }
}

/** Syncs a file and its folder, so that the file survives a power failure. */
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

/** Runs work with a temporary folder in a parent, which is created if it is missing. */
export async function withScratchFolder<Result>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function hashFile(file: string, algorithm: 'md5' | 'sha256'): Promise<Buffer> {
  const digest = createHash(algorithm);
  await pipeline(createReadStream(file), digest);
  return digest.digest();
}

/**
 * Opens a file and reads its first bytes, so that a missing file is detected.
 * @returns null if it does not exist
 */
export async function openStored(
  store: Pick<FileStore, 'read'>,
  key: string,
): Promise<Readable | null> {
  try {
    const file = await store.read(key);
    const chunks = await awaitFirst<Buffer>(file[Symbol.asyncIterator]());
    return Readable.from(chunks, { objectMode: false }).once('close', () => file.destroy());
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Waits for the first piece, so that a failure before it can be handled. */
export async function awaitFirst<Piece>(
  pieces: AsyncIterator<Piece>,
): Promise<AsyncIterable<Piece>> {
  const first = await pieces.next();
  return (async function* () {
    for (let next = first; !next.done; next = await pieces.next()) yield next.value;
  })();
}

/** Whether an error of a folder or a bucket means that the file does not exist. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    isMissing(error) || ['NoSuchKey', 'NotFound'].includes(error.name) || isAbsent(error.cause)
  );
}

/** Location of our files in an S3-compatible service. */
export interface Bucket {
  readonly name: string;
  /** The prefix of every key: empty, or `something/`. */
  readonly prefix: string;
  /** The service's address; null for Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w-]+\/)*$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/** Parses `s3://bucket/folder?endpoint=https://…&region=…`; null for any other text. */
export function readBucketUrl(text: string): Bucket | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // Credentials are rejected, because a URL is often logged or listed.
  if (url.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return null;
  const { endpoint = null, region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams);
  const prefix = url.pathname.replace(/^\/+/, '').replace(/([^/])\/*$/, '$1/');
  const isValid =
    Object.keys(others).length === 0 &&
    BUCKET_NAME.test(url.hostname) &&
    PREFIX.test(prefix) &&
    REGION.test(region) &&
    (endpoint === null || isAddress(endpoint));
  return isValid ? { name: url.hostname, prefix, endpoint, region } : null;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '';
}
