import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FileStore, openLocalFileStore } from '../../platform/storage/storage.ts';
import { openUnhurriedStore, startS3 } from './s3.ts';

/** A store of one of the product's kinds, which a test may break. */
export interface TestStore {
  readonly store: FileStore;
  /** A second store over the same files, as in another process. */
  again(): Promise<FileStore>;
  /** Makes every later access fail. */
  shutDown(): Promise<void>;
  close(): Promise<void>;
}

/** Every kind of store; the tests of files run on each. */
export const STORES: readonly { kind: string; open(): Promise<TestStore> }[] = [
  { kind: 'a folder', open: openFolder },
  { kind: 'a bucket', open: openBucket },
];

export async function openFolder(): Promise<TestStore> {
  const parent = await mkdtemp(path.join(tmpdir(), 'simiente-store-'));
  const folder = path.join(parent, 'files');
  const remove = (target: string) => rm(target, { recursive: true, force: true });
  return {
    store: openLocalFileStore(folder),
    again: async () => openLocalFileStore(folder),
    shutDown: () => remove(folder),
    close: () => remove(parent),
  };
}

async function openBucket(): Promise<TestStore> {
  const service = await startS3();
  const again = async () => (await openUnhurriedStore(service.bucket)).store;
  return { store: await again(), again, shutDown: service.stop, close: service.stop };
}

/** The keys of a store, in order. */
export async function listKeys(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys.toSorted();
}
