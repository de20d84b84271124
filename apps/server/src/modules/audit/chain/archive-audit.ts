import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Pool, PoolConfig } from 'pg';
import type { Act } from '../../../platform/act.ts';
import { connect } from '../../../platform/database/connections/connect.ts';
import { transactionOn } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/jobs/job-state.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { hasCode } from '../../../platform/system-errors.ts';
import { writeAudit } from '../public.ts';
import { type ArchivedRow, readArchiveFile, writeArchiveFile } from './archive-file.ts';
import { ChainCheck, type Finding } from './chain-check.ts';
import { type Checkpoint, ROW_CONTENT, type SealKeys } from './link.ts';
import { type Archived, readArchived } from './verify.ts';

/** Rows in one read. */
const PAGE = 2_000;

/** SQLSTATE of a lock that another transaction holds. */
const LOCKED = '55P03';
const TRIES = 10;

export interface ArchiveDeps {
  /** The role that owns the tables: only the owner may detach partitions. */
  readonly owner: PoolConfig;
  readonly keys: SealKeys;
  readonly folder: string;
}

/** The rows cannot be archived: some are unsealed, or `audit verify` has findings. */
export class NotArchivable extends Error {
  override readonly name = 'NotArchivable';
}

/**
 * Moves the partitions whose rows are all older than a moment from the audit into a file that `verifyChain` reads,
 * oldest first. Their segment of the chain is checked, written, read and checked again before a partition is
 * dropped.
 * @returns null without such a partition
 */
export async function archiveAudit({ owner, keys, folder }: ArchiveDeps, act: Act, before: Date) {
  const client = await connect({
    ...owner,
    application_name: 'simiente-archive',
    query_timeout: 0,
  });
  try {
    const below = await findEnd(client, before);
    if (below === null) return null;
    const earlier = await readArchived(client);
    const to = await findLastSeal(client, below);
    const { file, from, head } = await writeSegment(client, keys, { folder, earlier, to });
    for (let tries = 1; ; tries += 1) {
      try {
        const partitions = await dropPartitions(client, act, { ...head, below, from });
        return { file, from, to, partitions };
      } catch (error) {
        if (!hasCode(error, LOCKED) || tries === TRIES) throw error;
        await delay(500);
      }
    }
  } finally {
    await client.end();
  }
}

/** The id below which all partitions are old; null without such a partition. The current and future partitions stay. */
async function findEnd(client: Client, before: Date): Promise<number | null> {
  const { rows } = await client.query<{ name: string; ends: string }>(
    `select name, ends::text from (${selectPartitions('audit_events')}) as part
      where ends <= coalesce(pg_sequence_last_value('audit_events_id_seq'), 0) order by part.ends`,
  );
  let below: number | null = null;
  for (const { name, ends } of rows) {
    const { rows: younger } = await client.query(`select 1 from ${name} where at >= $1 limit 1`, [
      before,
    ]);
    if (younger.length > 0) break;
    below = Number(ends);
  }
  return below;
}

const selectPartitions = (parent: string) => `
  select c.oid::regclass::text as name,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(\\d+)''\\)')::bigint as ends
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.${parent}'::regclass`;

/**
 * The last seal to archive with the rows below an id. It has a MAC, so that later rows can be verified without the
 * archive.
 */
async function findLastSeal(client: Client, below: number): Promise<number> {
  const { rows } = await client.query<{ unsealed: boolean; last: number | null }>(
    `select exists (select from audit_events e where e.id < $1
         and not exists (select from audit_seals s where s.event_id = e.id)) as unsealed,
       (select min(seq)::float8 from audit_seals where mac is not null
         and seq >= (select max(seq) from audit_seals where event_id < $1)) as last`,
    [below],
  );
  const [{ unsealed = true, last = null } = {}] = rows;
  if (unsealed || last === null) throw new NotArchivable('rows without a seal');
  return last;
}

/**
 * The sealed rows after a checked seal, up to a later seal with a MAC.
 * @throws NotArchivable for a damaged row
 */
async function* readSegment(
  client: Pick<Client, 'query'>,
  keys: SealKeys,
  earlier: Checkpoint | null,
  to: number,
): AsyncGenerator<ArchivedRow> {
  const check = createCheck(keys, earlier);
  while (check.seq < to) {
    const { rows } = await client.query<ArchivedRow>(
      `select s.seq::float8 as seq, s.event_id::float8 as event, s.hash, s.mac, s.key_id as key,
         s.sealed_at as "sealedAt", case when e.id is not null then ${ROW_CONTENT} end as content,
         e.shown_set as "shownSet"
       from (select * from audit_seals where seq > $1 and seq <= $2 order by seq limit $3) s
       left join audit_events e on e.id = s.event_id order by s.seq`,
      [check.seq, to, PAGE],
    );
    if (rows.length === 0) throw new NotArchivable('seals are missing');
    for (const row of rows) {
      check.next(row);
      yield { ...row, shownSet: row.shownSet ?? undefined };
    }
  }
  check.end();
}

/** A check that throws at the first finding, because damaged partitions are evidence and must not be archived. */
function createCheck(keys: SealKeys, earlier: Checkpoint | null): ChainCheck {
  const check = new ChainCheck(keys, [], ({ kind }: Finding) => {
    throw new NotArchivable(kind);
  });
  if (earlier) check.continueAfter(earlier);
  return check;
}

/** Writes a segment of the chain, from the seal after `earlier` to one with a MAC, and checks the written file. */
export async function writeSegment(
  client: Pick<Client, 'query'>,
  keys: SealKeys,
  segment: { readonly folder: string; readonly earlier: Checkpoint | null; readonly to: number },
) {
  const { folder, earlier, to } = segment;
  const from = (earlier?.seq ?? 0) + 1;
  const rows = readSegment(client, keys, earlier, to);
  const file = await writeArchiveFile(folder, { from, to }, rows);
  const check = createCheck(keys, earlier);
  for await (const row of readArchiveFile(file)) check.next(row);
  check.end();
  const { head } = check;
  if (head?.seq !== to) throw new NotArchivable('the archive does not read as it was written');
  return { file, from, head };
}

/** Drops the archived partitions and writes the audit row, in one transaction. @returns the number of partitions */
async function dropPartitions(
  client: Client,
  act: Act,
  { seq: to, hash, below, from }: Archived & { readonly from: number },
) {
  return transactionOn(client, async (transaction) => {
    await client.query(`set local lock_timeout = '10s'`);
    // Other transactions lock both tables in either order: waiting for the second one could deadlock.
    await client.query('lock table audit_events in access exclusive mode');
    await client.query('lock table audit_seals in access exclusive mode nowait');
    await writeAudit(transaction, act, {
      action: 'audit.archived',
      details: { from, to, hash, below },
    });
    const { rows: events } = await client.query<{ name: string }>(
      `select name from (${selectPartitions('audit_events')}) as part where ends <= $1`,
      [below],
    );
    // A partition of seals stays while one of the sealed rows stays, because a row without its seal would be sealed again.
    const { rows: seals } = await client.query<{ name: string }>(
      `select name from (${selectPartitions('audit_seals')}) as part where ends <= $2 + 1 and ends <= (
         select coalesce(min(seq), $2 + 1) from audit_seals where event_id >= $1 )`,
      [below, to],
    );
    for (const [parent, partitions] of Object.entries({
      audit_events: events,
      audit_seals: seals,
    })) {
      for (const { name } of partitions) {
        await client.query(`alter table ${parent} detach partition ${name}`);
        await client.query(`drop table ${name}`);
      }
    }
    return events.length;
  });
}

/** Key of the last copied seal in the table `installation`. */
const COPIED = 'audit.copied';
/** Seals in one object. */
const MAX_SEALS = 20_000;

interface CopyDeps {
  readonly pool: Pool;
  readonly keys: SealKeys;
  /** The other store. Its administrators must not be those of the database. */
  readonly openStore: () => Promise<Pick<FileStore, 'putFile'>>;
  /** Temporary folder for the object being uploaded. */
  readonly scratchFolder: string;
}

/**
 * Copies new sealed rows to another store each minute, as an object that the job never changes or removes. `audit
 * verify --archives` compares such a copy with the database. A damaged row stops the job.
 */
export function auditCopy({ pool, keys, openStore, scratchFolder }: CopyDeps): Job {
  return {
    name: 'audit.copy',
    schedule: { everyMinutes: 1 },
    run: async (signal) => {
      let copied = 0;
      const store = await openStore();
      const client = await pool.connect();
      try {
        while (!signal.aborted) {
          const { rows } = await client.query<{ value: Checkpoint }>(
            'select value from installation where key = $1',
            [COPIED],
          );
          const earlier = rows[0]?.value ?? (await readArchived(client));
          const from = (earlier?.seq ?? 0) + 1;
          const { rows: ends } = await client.query<{ to: number | null }>(
            `select max(seq)::float8 as "to" from audit_seals where mac is not null and seq >= $1 and seq < $2`,
            [from, from + MAX_SEALS],
          );
          const to = ends[0]?.to ?? null;
          if (to === null) break;
          const segment = { folder: scratchFolder, earlier, to };
          const { file, head } = await writeSegment(client, keys, segment);
          await store.putFile(path.basename(file), file);
          await rm(file);
          await client.query(
            `insert into installation (key, value) values ($1, $2)
             on conflict (key) do update set value = excluded.value`,
            [COPIED, JSON.stringify(head)],
          );
          copied += to - from + 1;
        }
      } finally {
        client.release();
      }
      return { copied };
    },
  };
}
