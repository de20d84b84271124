import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder } from 'modern-tar';
import type { ClientConfig } from 'pg';
import * as z from 'zod';
import { readDocument } from '../backup/archive-reader.ts';
import { UnreadableBackup } from '../backup/format.ts';
import { withClient } from '../database/connections/connect.ts';
import type { Archive } from './archive.ts';

/** The archive's folder of the copies. */
export const BASES = 'base';
/** The suffix of the file that marks a copy as complete. */
export const COMPLETE = '.json';

/** A copy of the cluster's files, from which recovery starts. */
const baseSchema = z.object({
  /** ISO instant at which the copy ended; recovery cannot reach an earlier moment. */
  madeAt: z.iso.datetime(),
  systemId: z.string(),
  timeline: z.number().int(),
  /** The first segment of the write-ahead log that recovery needs. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  secrets: z.record(z.string(), z.string()).default({}),
});
type BaseCopy = z.infer<typeof baseSchema>;

/** The name of a copy that begins at a moment, so that names sort by time. */
export const baseName = (beginsAt: Date) => beginsAt.toISOString().replaceAll(':', '-');

interface BaseSource {
  readonly superuser: ClientConfig;
  /** An absolute path of an empty folder of PostgreSQL's account, with space for the database. */
  readonly folder: string;
  /** Secrets without which the data are useless; none if the archive is not encrypted. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Milliseconds; the end of a copy waits until its segments are archived. */
const COPY_TIMEOUT = 15 * 60_000;

/** Copies a running cluster into the archive, while users keep working. */
export async function writeBase(
  archive: Archive,
  { superuser, folder, secrets }: BaseSource,
): Promise<BaseCopy> {
  const name = `${BASES}/${baseName(new Date())}`;
  const replication = { ...superuser, replication: 'true', query_timeout: COPY_TIMEOUT };
  const target = `'${folder.replaceAll("'", "''")}'`;
  // BASE_BACKUP returns several result sets, although `pg` types a single one. The first has the start position.
  const results: unknown = await withClient(replication, (client) =>
    client.query(
      `BASE_BACKUP (LABEL 'simiente', CHECKPOINT 'fast', MANIFEST 'no', TARGET 'server', TARGET_DETAIL ${target})`,
    ),
  );
  const [start] = resultsSchema.parse(results);
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ id: string; segment: string; at: Date }>(
      `select system_identifier::text as id, pg_walfile_name($1) as segment,
              clock_timestamp() as at from pg_control_system()`,
      [start.rows[0].recptr],
    ),
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('PostgreSQL gave no system identifier');
  const base: BaseCopy = {
    madeAt: facts.at.toISOString(),
    systemId: facts.id,
    timeline: Number(start.rows[0].tli),
    firstSegment: facts.segment,
    secrets,
  };
  await archive.putFile(name, path.join(folder, 'base.tar'));
  // The last step, because a copy without this file is incomplete.
  await archive.put(`${name}${COMPLETE}`, Readable.from([Buffer.from(JSON.stringify(base))]));
  return base;
}

const startSchema = z.object({ recptr: z.string(), tli: z.string() });
const resultsSchema = z.tuple([z.object({ rows: z.tuple([startSchema]) })]).rest(z.unknown());

export interface ListedBase extends BaseCopy {
  readonly name: string;
}

export interface Bases {
  /** The complete copies, oldest first. */
  readonly complete: readonly ListedBase[];
  /** Names of copies with damaged metadata, from which recovery cannot start. */
  readonly damaged: readonly string[];
  /** Names of copies whose creation or removal is unfinished. */
  readonly unfinished: readonly string[];
}

export async function listBases(archive: Archive): Promise<Bases> {
  const complete: ListedBase[] = [];
  const damaged: string[] = [];
  const unfinished: string[] = [];
  const files = new Set(await archive.list(BASES));
  for (const file of files) {
    if (!file.endsWith(COMPLETE)) {
      if (!files.has(`${file}${COMPLETE}`)) unfinished.push(file);
      continue;
    }
    const name = file.slice(0, -COMPLETE.length);
    try {
      const facts = await archive.readWhole(`${BASES}/${file}`);
      if (facts !== null) complete.push({ ...readDocument(facts, baseSchema), name });
    } catch (error) {
      // The other copies can still be used.
      if (!(error instanceof UnreadableBackup) || error.code !== 'backup-altered') throw error;
      damaged.push(name);
    }
  }
  return {
    complete: complete.toSorted((one, other) => one.madeAt.localeCompare(other.madeAt)),
    damaged,
    unfinished,
  };
}

/** Removes a copy. Its mark as complete is removed first. */
export async function deleteBase(archive: Archive, name: string): Promise<void> {
  await archive.delete(`${BASES}/${name}${COMPLETE}`);
  await archive.delete(`${BASES}/${name}`);
}

/**
 * Writes a copy's files into a folder that does not exist yet.
 * @returns its secrets
 */
export async function extractBase(
  archive: Archive,
  { name, ...base }: ListedBase,
  cluster: string,
): Promise<Record<string, string>> {
  const stored = await archive.read(`${BASES}/${name}`);
  if (stored === null) throw new UnreadableBackup('backup-altered');
  const secrets = { ...base.secrets };
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const entries = ReadableStream.from<Uint8Array>(stored).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const { header, body } of entries) {
    // Earlier releases stored the cluster in a folder, and the secrets beside it.
    const [, kind, inside = ''] = /^(?:(cluster|secrets)\/)?(.+)$/.exec(header.name) ?? [];
    const target = path.join(cluster, inside);
    if (!target.startsWith(`${cluster}${path.sep}`)) throw new UnreadableBackup('backup-altered');
    if (kind === 'secrets') secrets[inside] = await new Response(body).text();
    else if (header.type === 'directory') {
      await mkdir(target, { recursive: true, mode: 0o700 });
      await body.cancel();
    } else {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await pipeline(Readable.fromWeb(body), createWriteStream(target, { mode: 0o600 }));
    }
  }
  return secrets;
}
