import { Readable } from 'node:stream';
import { isMissing } from '../system-errors.ts';
import type { FileStore } from './storage.ts';

/** A file of the store, whose first bytes were read already; null if it does not exist. */
export async function openStored(
  store: Pick<FileStore, 'read'>,
  key: string,
): Promise<Readable | null> {
  try {
    const file = await store.read(key);
    const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const first = await chunks.next();
    const all = (async function* () {
      try {
        for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) yield chunk.value;
      } finally {
        file.destroy();
      }
    })();
    return Readable.from(all, { objectMode: false });
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Whether a store reported that it has no such file: a folder and a bucket have different errors.
 */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    isMissing(error) || ['NoSuchKey', 'NotFound'].includes(error.name) || isAbsent(error.cause)
  );
}
