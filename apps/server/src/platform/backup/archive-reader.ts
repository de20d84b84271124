import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import * as z from 'zod';
import { isMissing } from '../system-errors.ts';
import { entryLabel } from './archive-writer.ts';
import {
  alteredBackup,
  type BackupHeader,
  type BackupManifest,
  END,
  FORMAT,
  HEADER,
  headerSchema,
  MANIFEST,
  manifestSchema,
  newerBackup,
  notABackup,
  passphraseNeeded,
  truncatedBackup,
  UnreadableBackup,
  wrongPassphrase,
} from './format.ts';

/** An item of an archive. A body must be read, or skipped, before the next item. */
export type ArchiveItem =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | {
      readonly kind: 'tables' | 'files' | 'secrets';
      /** The name of a table, storage key or secret. */
      readonly name: string;
      readonly body: AsyncIterable<Buffer>;
    }
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest };

const AGE = Buffer.from('age-encryption.org/');
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const STREAM_NAME = /^(tables|files|secrets)\/(.+)\/(\d{6})$/;
const versionSchema = z.object({ format: z.number() });
/** Maximum bytes of a header or manifest; a million missing files fit. */
const LARGEST_DOCUMENT = 128 * 1024 * 1024;

/**
 * Reads a backup from beginning to end. The manifest comes last, after every digest was verified.
 * @throws UnreadableBackup with the fault of the file
 */
export async function* readArchive(
  file: string,
  passphrase: string | null,
): AsyncGenerator<ArchiveItem> {
  const bytes = await openPlain(file, passphrase);
  try {
    yield* readItems(readEntries(bytes));
  } finally {
    bytes.destroy();
  }
}

/** Whether an archive is encrypted, by its first bytes. */
async function recognize(file: string): Promise<'encrypted' | 'plain'> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new UnreadableBackup(
      'backup-missing',
      isMissing(cause) ? `No existe el archivo ${file}.` : `No se puede leer el archivo ${file}.`,
      { cause },
    );
  });
  try {
    if (!(await handle.stat()).isFile()) throw notABackup();
    const start = Buffer.alloc(AGE.length);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    if (start.equals(AGE)) return 'encrypted';
    if (start.subarray(0, Math.min(bytesRead, ZSTD.length)).equals(ZSTD)) return 'plain';
    throw notABackup();
  } finally {
    await handle.close();
  }
}

async function openPlain(file: string, passphrase: string | null): Promise<Readable> {
  const encrypted = (await recognize(file)) === 'encrypted';
  if (encrypted && passphrase === null) throw passphraseNeeded();
  const plain = new PassThrough();
  pipeline(
    createReadStream(file, { highWaterMark: 256 * 1024 }),
    (source: AsyncIterable<Buffer>) => (encrypted ? decrypt(source, passphrase ?? '') : source),
    createZstdDecompress(),
    plain,
    // The reader of `plain` gets the error.
    () => {},
  );
  return plain;
}

async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter.decrypt(ReadableStream.from(source)).catch((cause: unknown) => {
    const refused = cause instanceof Error && cause.message.startsWith('no identity matched');
    throw refused ? wrongPassphrase(cause) : alteredBackup(cause);
  });
  yield* opened;
}

function readEntries(bytes: Readable): AsyncIterator<ParsedTarEntry> {
  const source = ReadableStream.from<Uint8Array>(bytes);
  return source.pipeThrough(createTarDecoder({ strict: true }))[Symbol.asyncIterator]();
}

/** The entries with their digests; the parts of a stream are one body. */
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
  if (entry?.header.name !== HEADER) throw notABackup();
  yield { kind: 'header', header: await readHeader(readBody(entry)) };
  entry = await next();
  while (entry !== null && entry.header.name !== MANIFEST) {
    const [, kind, name = ''] = STREAM_NAME.exec(entry.header.name) ?? [];
    if (kind !== 'tables' && kind !== 'files' && kind !== 'secrets') throw alteredBackup();
    let current: ParsedTarEntry | null = entry;
    const body = (async function* () {
      for (let part = 1; current?.header.name === partName(kind, name, part); part += 1) {
        yield* readBody(current);
        current = await next();
      }
    })();
    yield { kind, name, body };
    // Reads the rest if the reader stopped early, because the digest covers the whole entry.
    for await (const _ of body);
    if (current === entry) throw alteredBackup();
    entry = current;
  }
  if (entry === null) throw truncatedBackup();
  const manifest = readDocument(await readAll(readBody(entry)), manifestSchema);
  const found = digest.copy().digest('hex');
  entry = await next();
  if (entry === null) throw truncatedBackup();
  const written = entry.header.name === END ? await readAll(readBody(entry)) : null;
  if (written?.toString() !== found || (await next()) !== null) throw alteredBackup();
  yield { kind: 'manifest', manifest };
}

function partName(kind: string, name: string, part: number): string {
  return `${kind}/${name}/${String(part).padStart(6, '0')}`;
}

async function readHeader(body: AsyncIterable<Buffer>): Promise<BackupHeader> {
  const document = parse(await readAll(body));
  const { data: version } = versionSchema.safeParse(document);
  if (version && version.format > FORMAT) throw newerBackup();
  return check(document, headerSchema);
}

/** @throws UnreadableBackup for invalid JSON, or another form */
export function readDocument<Schema extends z.ZodType>(
  bytes: Buffer,
  schema: Schema,
): z.infer<Schema> {
  return check(parse(bytes), schema);
}

function check<Schema extends z.ZodType>(document: unknown, schema: Schema): z.infer<Schema> {
  const { data, error } = schema.safeParse(document);
  if (error) throw alteredBackup(error);
  return data;
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST_DOCUMENT) throw alteredBackup();
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw alteredBackup(cause);
  }
}

/** Translates an error of decryption, decompression or tar. */
function unreadable(cause: unknown): unknown {
  if (cause instanceof UnreadableBackup || !(cause instanceof Error)) return cause;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'Z_BUF_ERROR' || /truncated/i.test(cause.message)) return truncatedBackup(cause);
  if ('syscall' in cause) return cause;
  return alteredBackup(cause);
}
