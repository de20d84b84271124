import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import * as z from 'zod';
import { makeFolder } from '../../../platform/postgres/layout.ts';
import { syncFolder } from '../../../platform/postgres/secrets.ts';
import { isMissing } from '../../../platform/system-errors.ts';
import type { SealedRow } from './chain-check.ts';

/** Bytes as text. */
const inText = (text: z.ZodType<string, string>, encoding: 'hex' | 'base64') =>
  z.codec(text, z.instanceof(Buffer), {
    decode: (value) => Buffer.from(value, encoding),
    encode: (bytes) => bytes.toString(encoding),
  });

/** A sealed row in an archive: one line of JSON, compressed with zstd. */
const archivedRow = z.strictObject({
  seq: z.int(),
  event: z.int(),
  hash: inText(z.hex(), 'hex'),
  mac: inText(z.hex(), 'hex').nullable(),
  key: z.string().nullable(),
  sealedAt: z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  }),
  /** The row, as `ROW_CONTENT` gives it. */
  content: z.string().nullable(),
  /** The persons that an export showed (`ShownSet`). */
  shownSet: inText(z.string(), 'base64').optional(),
});
export type ArchivedRow = z.infer<typeof archivedRow>;

const NAME = /^auditoria-(\d{15})-(\d{15})\.jsonl\.zst$/;

export function archiveFolder(dataDir: string): string {
  return path.join(dataDir, 'audit-archive');
}

/** Writes an archive, which gets its final name once it is complete and synced. @returns its path */
export async function writeArchiveFile(
  folder: string,
  { from, to }: { readonly from: number; readonly to: number },
  rows: AsyncIterable<ArchivedRow>,
): Promise<string> {
  await makeFolder(folder, 0o700);
  const digits = (seq: number) => String(seq).padStart(15, '0');
  const target = path.join(folder, `auditoria-${digits(from)}-${digits(to)}.jsonl.zst`);
  const draft = `${target}.partial`;
  const lines = async function* () {
    for await (const row of rows) yield `${JSON.stringify(z.encode(archivedRow, row))}\n`;
  };
  try {
    const handle = await open(draft, 'w', 0o600);
    await pipeline(
      Readable.from(lines()),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      handle.createWriteStream({ flush: true }),
    );
    await rename(draft, target);
    await syncFolder(folder);
    return target;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** The rows of one archive, in the order of the chain. Throws at the end of a broken file. */
export async function* readArchiveFile(file: string): AsyncGenerator<ArchivedRow> {
  const text = createReadStream(file).pipe(createZstdDecompress());
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = archivedRow.parse(JSON.parse(line));
    // The sealed content has the digest of the set. A row with another set gets an empty content, which fails the check.
    yield isShownSetIntact(row) ? row : { ...row, content: '' };
  }
}

function isShownSetIntact({ content, shownSet }: ArchivedRow): boolean {
  if (shownSet === undefined || content === null) return true;
  const digest = createHash('sha256').update(shownSet).digest('hex');
  return content.endsWith(`"${digest}"]`);
}

/**
 * The rows of all archives of a folder, in the order of the chain; empty without a folder. Archives may overlap,
 * because an interrupted copy is repeated with more rows.
 */
export async function* readArchives(folder: string): AsyncGenerator<SealedRow> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  let last = 0;
  // Names begin with the position in the chain, so they sort in its order.
  for (const name of names.filter((file) => NAME.test(file)).sort()) {
    for await (const row of readArchiveFile(path.join(folder, name))) {
      if (row.seq <= last) continue;
      last = row.seq;
      yield row;
    }
  }
}

/** Content of an archived row. */
export interface ArchivedAction {
  readonly action: string;
  readonly at: Date;
  readonly subjectId: string | null;
  readonly patientId: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Yields every row unchanged, and collects in `found`, by event id, the rows with one of the actions. */
export async function* collectActions(
  rows: AsyncIterable<SealedRow>,
  actions: readonly string[],
  found: Map<number, ArchivedAction>,
): AsyncGenerator<SealedRow> {
  const names = actions.map((action) => `"${action}"`);
  for await (const row of rows) {
    // Avoids parsing most rows.
    if (names.some((name) => row.content?.includes(name))) {
      const action = readAction(row.content ?? '');
      if (action && actions.includes(action.action)) found.set(row.event, action);
    }
    yield row;
  }
}

/** Reads the content of a row, in the order of `ROW_CONTENT`; null if it is damaged. */
function readAction(content: string): ArchivedAction | null {
  try {
    const [, micros, , , action, , subjectId, patientId, , , , details] = JSON.parse(content);
    return {
      action,
      at: new Date(micros / 1000),
      subjectId,
      patientId,
      details: details === null ? null : JSON.parse(details),
    };
  } catch {
    return null;
  }
}
