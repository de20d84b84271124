import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { ClientConfig } from 'pg';
import * as z from 'zod';
import { readDocument } from '../backup/archive-reader.ts';
import { alteredBackup, UnreadableBackup } from '../backup/format.ts';
import { connect } from '../database/connections/connect.ts';
import { ifMissing, isMissing } from '../system-errors.ts';
import type { Archive } from './archive.ts';

/** The archive's folder of the copies, and the suffix of the file that marks a copy as complete. */
export const BASES = 'base';
export const COMPLETE = '.json';

/** A copy of the cluster's files, from which recovery starts. */
const baseSchema = z.object({
  /** ISO instant of its end; recovery cannot reach an earlier moment. */
  madeAt: z.iso.datetime(),
  systemId: z.string(),
  timeline: z.number().int(),
  /** The first segment of the write-ahead log that recovery needs. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
});
type BaseCopy = z.infer<typeof baseSchema>;

/** Files that are not copied, because PostgreSQL recreates them or only the running cluster needs them. */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|pg_internal\.init|backup_label\.old|.*\.signal|pgsql_tmp.*)$/;
/** Folders that are copied without content. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** The name of a copy that begins at a moment, so that names sort by time. */
export const baseName = (beginsAt: Date) => beginsAt.toISOString().replaceAll(':', '-');

interface BaseSource {
  /** The superuser, on any database. */
  readonly superuser: ClientConfig;
  readonly cluster: string;
  /** Secrets without which the data are useless; none if the archive is not encrypted. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Copies a running cluster into the archive, while users keep working. */
export async function writeBase(
  archive: Archive,
  { superuser, cluster, secrets }: BaseSource,
): Promise<BaseCopy> {
  // PostgreSQL ends the copy with this connection.
  const client = await connect({ ...superuser, application_name: 'simiente-base' });
  try {
    await client.query(`set statement_timeout to '15min'`);
    await client.query(`select pg_backup_start('simiente', true)`);
    const draft = `${BASES}/${baseName(new Date())}`;
    const { readable, controller } = createTarPacker();
    const stored = archive.put(draft, Readable.from(readable));
    stored.catch(() => {});
    const add = createAdd(controller);
    let ended: { label: string; segment: string } | undefined;
    try {
      for (const [name, secret] of Object.entries(secrets)) {
        await add(`secrets/${name}`, Buffer.from(secret));
      }
      for await (const entry of listFiles(cluster)) await addFile(controller, add, cluster, entry);
      const { rows } = await client.query<{ label: string; segment: string }>(
        `select labelfile as label, substring(labelfile from 'file ([0-9A-F]{24})') as segment
           from pg_backup_stop()`,
      );
      ended = rows[0];
      if (ended === undefined) throw new Error('PostgreSQL did not end the copy');
      await add('cluster/backup_label', Buffer.from(ended.label));
      controller.finalize();
    } catch (error) {
      controller.error(error);
      await stored.catch(() => {});
      throw error;
    }
    await stored;
    const { rows } = await client.query<{ id: string; timeline: number; at: Date }>(
      `select system_identifier::text as id, timeline_id as timeline, clock_timestamp() as at
         from pg_control_system(), pg_control_checkpoint()`,
    );
    const [facts] = rows;
    if (facts === undefined) throw new Error('PostgreSQL gave no system identifier');
    const base: BaseCopy = {
      madeAt: facts.at.toISOString(),
      systemId: facts.id,
      timeline: facts.timeline,
      firstSegment: ended.segment,
    };
    // The last step, because a copy without this file is incomplete.
    await archive.put(`${draft}${COMPLETE}`, Readable.from([Buffer.from(JSON.stringify(base))]));
    return base;
  } finally {
    await client.end().catch(() => {});
  }
}

type Controller = ReturnType<typeof createTarPacker>['controller'];
type Add = (name: string, bytes: Uint8Array) => Promise<void>;

function createAdd(controller: Controller): Add {
  return async (name, bytes) => {
    const entry = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    if (bytes.length > 0) await entry.write(bytes);
    await entry.close();
  };
}

/** Paths in the cluster; a folder's path ends with a slash. */
async function* listFiles(cluster: string, inside = ''): AsyncGenerator<string> {
  for (const entry of await readdir(path.join(cluster, inside), { withFileTypes: true })) {
    if (NOT_COPIED.test(entry.name)) continue;
    const name = path.posix.join(inside, entry.name);
    if (!entry.isDirectory()) {
      if (entry.isFile()) yield name;
      continue;
    }
    yield `${name}/`;
    if (!EMPTIED.has(name)) yield* listFiles(cluster, name);
  }
}

/** A file may grow, shrink or vanish during the copy. The write-ahead log has these changes. */
async function addFile(
  controller: Controller,
  add: Add,
  cluster: string,
  name: string,
): Promise<void> {
  if (name.endsWith('/')) {
    await controller
      .add({ name: `cluster/${name}`, size: 0, type: 'directory', mode: 0o700 })
      .close();
    return;
  }
  const file = path.join(cluster, name);
  const size = (await lstat(file).catch(ifMissing(null)))?.size;
  if (size === undefined) return;
  if (size === 0) return add(`cluster/${name}`, Buffer.alloc(0));
  const entry = controller.add({ name: `cluster/${name}`, size, mode: 0o600 }).getWriter();
  let remaining = size;
  try {
    for await (const chunk of createReadStream(file, { end: size - 1 })) {
      await entry.write(chunk as Buffer);
      remaining -= (chunk as Buffer).length;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  while (remaining > 0) {
    const zeros = Buffer.alloc(Math.min(remaining, 64 * 1024));
    await entry.write(zeros);
    remaining -= zeros.length;
  }
  await entry.close();
}

/** A complete copy, and its name in the archive. */
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
  { name }: ListedBase,
  cluster: string,
): Promise<Record<string, string>> {
  const stored = await archive.read(`${BASES}/${name}`);
  if (stored === null) throw alteredBackup();
  const secrets: Record<string, string> = {};
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  const entries = ReadableStream.from<Uint8Array>(stored).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const { header, body } of entries) {
    const [, kind, inside = ''] = /^(cluster|secrets)\/(.+)$/.exec(header.name) ?? [];
    const target = path.join(cluster, inside);
    if (kind === undefined || !target.startsWith(`${cluster}${path.sep}`)) throw alteredBackup();
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
