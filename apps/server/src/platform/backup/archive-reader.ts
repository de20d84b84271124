import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import * as z from 'zod';
import { isMissing, StartupError } from '../system-errors.ts';
import { entryLabel, partName } from './archive-writer.ts';
import {
  type BackupHeader,
  type BackupManifest,
  END,
  FORMAT,
  HEADER,
  headerSchema,
  MANIFEST,
  manifestSchema,
  UnreadableBackup,
  undecryptable,
} from './format.ts';

/** An item of an archive. A body must be read to its end, or not at all, before the next item. */
export type ArchiveItem =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | {
      readonly kind: 'tables' | 'files' | 'secrets';
      /** The name of a table, storage key or secret. */
      readonly name: string;
      readonly body: AsyncIterable<Buffer>;
    }
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest };

/** The first bytes of an encrypted file. */
export const AGE_START = Buffer.from('age-encryption.org/');
const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const STREAM_NAME = /^(tables|files|secrets)\/(.+)\/(\d{6})$/;
const versionSchema = z.object({ format: z.number() });
/** Maximum bytes of a header or manifest: enough for the keys of a million missing files. */
const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;

/**
 * Reads a backup from beginning to end. The manifest comes last, after the digest of the archive was verified.
 * @throws UnreadableBackup, whose code is the reason
 */
export async function* readArchive(
  file: string,
  passphrase: string | null,
): AsyncGenerator<ArchiveItem> {
  const bytes = await openTar(file, passphrase);
  try {
    const source = ReadableStream.from<Uint8Array>(bytes);
    const entries = source.pipeThrough(createTarDecoder({ strict: true }));
    yield* readItems(entries[Symbol.asyncIterator]());
  } finally {
    bytes.destroy();
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new StartupError(
      'backup-missing',
      isMissing(cause) ? `No existe el archivo ${file}.` : `No se puede leer el archivo ${file}.`,
      { cause },
    );
  });
  try {
    if (!(await handle.stat()).isFile()) throw new UnreadableBackup('backup-unknown');
    const start = Buffer.alloc(AGE_START.length);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    if (start.equals(AGE_START)) return true;
    if (start.subarray(0, Math.min(bytesRead, ZSTD_START.length)).equals(ZSTD_START)) return false;
    throw new UnreadableBackup('backup-unknown');
  } finally {
    await handle.close();
  }
}

async function openTar(file: string, passphrase: string | null): Promise<Readable> {
  const encrypted = await isEncrypted(file);
  if (encrypted && passphrase === null) throw new UnreadableBackup('backup-passphrase-needed');
  const tar = new PassThrough();
  pipeline(
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    (source: AsyncIterable<Buffer>) => (encrypted ? decrypt(source, passphrase ?? '') : source),
    createZstdDecompress(),
    tar,
    // The reader of `tar` gets the error.
    () => {},
  );
  return tar;
}

async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* await decrypter.decrypt(ReadableStream.from(source)).catch((cause: unknown) => {
    throw undecryptable(cause);
  });
}

/** Joins the parts of a stream to one body, and verifies the digest of all entries. */
async function* readItems(entries: AsyncIterator<ParsedTarEntry>): AsyncGenerator<ArchiveItem> {
  const digest = createHash('sha256');
  const next = async () => {
    const { done, value } = await entries.next().catch((cause: unknown) => {
      throw unreadable(cause);
    });
    return done === true ? null : value;
  };
  const readBody = async function* (entry: ParsedTarEntry): AsyncGenerator<Buffer> {
    digest.update(entryLabel(entry.header.name, entry.header.size));
    try {
      for await (const chunk of entry.body) {
        digest.update(chunk);
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      }
    } catch (cause) {
      throw unreadable(cause);
    }
  };

  let entry = await next();
  if (entry?.header.name !== HEADER) throw new UnreadableBackup('backup-unknown');
  yield { kind: 'header', header: await readHeader(readBody(entry)) };
  entry = await next();
  while (entry !== null && entry.header.name !== MANIFEST) {
    const [, kind, name = ''] = STREAM_NAME.exec(entry.header.name) ?? [];
    if (kind !== 'tables' && kind !== 'files' && kind !== 'secrets')
      throw new UnreadableBackup('backup-altered');
    let current: ParsedTarEntry | null = entry;
    const body = (async function* () {
      for (let part = 1; current?.header.name === partName(`${kind}/${name}`, part); part += 1) {
        yield* readBody(current);
        current = await next();
      }
    })();
    yield { kind, name, body };
    // Reads a body that the caller did not read, because the digest covers it.
    for await (const _ of body);
    if (current === entry) throw new UnreadableBackup('backup-altered');
    entry = current;
  }
  if (entry === null) throw new UnreadableBackup('backup-truncated');
  const manifest = readDocument(await readAll(readBody(entry)), manifestSchema);
  const computed = digest.copy().digest('hex');
  entry = await next();
  if (entry === null) throw new UnreadableBackup('backup-truncated');
  const recorded = entry.header.name === END ? await readAll(readBody(entry)) : null;
  if (recorded?.toString() !== computed || (await next()) !== null)
    throw new UnreadableBackup('backup-altered');
  yield { kind: 'manifest', manifest };
}

async function readHeader(body: AsyncIterable<Buffer>): Promise<BackupHeader> {
  const bytes = await readAll(body);
  if (readDocument(bytes, versionSchema).format > FORMAT)
    throw new UnreadableBackup('backup-newer');
  return readDocument(bytes, headerSchema);
}

/** @throws UnreadableBackup for invalid JSON, or JSON that does not match the schema */
export function readDocument<Schema extends z.ZodType>(
  bytes: Buffer,
  schema: Schema,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new UnreadableBackup('backup-altered', cause);
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new UnreadableBackup('backup-altered');
  }
  return Buffer.concat(chunks);
}

/** Converts an error of decryption, decompression or tar. */
function unreadable(cause: unknown): unknown {
  if (cause instanceof UnreadableBackup || !(cause instanceof Error)) return cause;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'Z_BUF_ERROR' || /truncated/i.test(cause.message))
    return new UnreadableBackup('backup-truncated', cause);
  if ('syscall' in cause) return cause;
  return new UnreadableBackup('backup-altered', cause);
}
