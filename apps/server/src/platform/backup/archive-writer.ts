import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { createTarPacker } from 'modern-tar';
import { END, PART_SIZE } from './format.ts';

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds a stream of any length as entries `<name>/<part>`. An empty stream has one empty part. */
  addStream(name: string, source: AsyncIterable<Buffer>): Promise<void>;
}

/** The default of age's own tools. Each guess at a passphrase takes a second and 256 MB of memory. */
const WORK_FACTOR = 18;

export interface ArchiveOptions {
  /** Null for an unencrypted archive. */
  readonly passphrase: string | null;
  readonly signal: AbortSignal;
  /** Work factor of scrypt, as a binary logarithm; lower in tests. */
  readonly workFactor?: number;
}

/** Writes an archive into a stream, and ends it. After an error or an abort, no work is left running. */
export async function writeArchive(
  output: Writable,
  { passphrase, signal, workFactor }: ArchiveOptions,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const completion = pipeline(
    Readable.from(readable),
    compress,
    (source: AsyncIterable<Buffer>) =>
      passphrase === null ? source : encrypt(source, passphrase, workFactor),
    output,
    { signal },
  );
  // Awaited below; until then its rejection must not be unhandled.
  completion.catch(() => {});
  const digest = createHash('sha256');
  const add = async (name: string, bytes: Uint8Array) => {
    digest.update(entryLabel(name, bytes.length)).update(bytes);
    const entry = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await entry.write(bytes);
    await entry.close();
  };
  const addStream = async (name: string, source: AsyncIterable<Buffer>) => {
    let part = 0;
    for await (const bytes of inParts(source)) {
      part += 1;
      await add(partName(name, part), bytes);
    }
  };
  try {
    await fill({ add, addStream });
    await add(END, Buffer.from(digest.copy().digest('hex')));
    controller.finalize();
  } catch (error) {
    controller.error(error);
    await completion;
    throw error;
  }
  await completion;
}

async function* encrypt(source: AsyncIterable<Buffer>, passphrase: string, workFactor?: number) {
  yield* await createEncrypter(passphrase, workFactor).encrypt(ReadableStream.from(source));
}

export function createEncrypter(passphrase: string, workFactor = WORK_FACTOR): Encrypter {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  return encrypter;
}

/** Name of an entry that holds a part of a stream; the first part is 1. */
export function partName(name: string, part: number): string {
  return `${name}/${String(part).padStart(6, '0')}`;
}

/** Precedes the bytes of an entry in the digest. */
export function entryLabel(name: string, size: number): string {
  return `${name}\0${size}\0`;
}

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let chunks: Buffer[] = [];
  let size = 0;
  let parts = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_SIZE) continue;
    yield Buffer.concat(chunks);
    parts += 1;
    chunks = [];
    size = 0;
  }
  if (size > 0 || parts === 0) yield Buffer.concat(chunks);
}
