import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { withStallTimeout } from '../../platform/http/load/stall-timeout.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { CollectedRecord } from './collect.ts';
import type { StoredEntry } from './collect-files.ts';
import { readableRecord } from './readable.ts';

/** Milliseconds without a read by the client after which the ZIP is aborted. */
const STALL_TIMEOUT = 30_000;

/**
 * Begins a patient's record as a ZIP: `expediente.json`, `expediente.html` and the files, each read while it is
 * written, so that memory stays small. Resolves after the first bytes of the first file, so that a store failure is a
 * normal error response.
 * @returns a function that writes the ZIP into a stream, and must be called. A file with changed bytes aborts the ZIP,
 * because an incomplete record must not look complete. After any error the ZIP has no end, so no program opens it.
 * @throws any error of the store
 */
export async function beginZip(
  { record, entries }: CollectedRecord,
  { store, timeZone }: { store: FileStore; timeZone: string },
): Promise<(content: PassThrough) => Promise<void>> {
  const openStreams = new Set<Readable>();
  const [first] = entries;
  const firstStream = first && (await openFirst(store, first, openStreams));
  return async (content) => {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    const mtime = new Date(record.exportedAt);
    zip.on('error', (error: Error) => output.destroy(error));
    const json = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
    zip.addBuffer(json, 'expediente.json', { mtime });
    zip.addBuffer(Buffer.from(readableRecord(record, timeZone)), 'expediente.html', { mtime });
    for (const entry of entries) {
      const { path, size, createdAt } = entry.file;
      // PDFs and images are compressed already.
      const options = { size, compress: false, mtime: new Date(createdAt) };
      zip.addReadStreamLazy(path, options, (done) => {
        const opening =
          entry === first && firstStream
            ? Promise.resolve(firstStream)
            : openChecked(store, entry, openStreams);
        opening.then(
          (stream) => {
            stream.on('error', (error) => output.destroy(error));
            // The stream may have failed before it was read.
            if (stream.errored) output.destroy(stream.errored);
            else done(null, stream);
          },
          (cause: unknown) => output.destroy(new Error('A stored file cannot be read', { cause })),
        );
      });
    }
    zip.end();
    try {
      await pipeline(withStallTimeout(output, content, STALL_TIMEOUT), content);
    } finally {
      output.destroy();
      for (const stream of openStreams) stream.destroy();
    }
  };
}

/** Opens a file of the record and waits for its first bytes. */
async function openFirst(
  store: FileStore,
  entry: StoredEntry,
  openStreams: Set<Readable>,
): Promise<Readable> {
  const stream = await openChecked(store, entry, openStreams);
  await once(stream, 'readable');
  // Without a listener, an error before the file is read would end the process.
  stream.on('error', () => {});
  return stream;
}

/** The bytes of a file. The stream fails at its end if they differ from the uploaded ones. */
async function openChecked(
  store: FileStore,
  { storageKey, file }: StoredEntry,
  openStreams: Set<Readable>,
): Promise<Readable> {
  const bytes = await store.read(storageKey);
  const digest = createHash('sha256');
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(digest.digest('hex') === file.sha256 ? null : new Error('A stored file is damaged'));
    },
  });
  for (const stream of [bytes, checked]) {
    openStreams.add(stream);
    stream.once('close', () => openStreams.delete(stream));
  }
  bytes.on('error', (error) => checked.destroy(error));
  return bytes.pipe(checked);
}
