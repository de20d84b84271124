import type { Pool, PoolClient } from 'pg';
import { ChainCheck, type Finding, type SealedRow } from './chain-check.ts';
import { type Checkpoint, ROW_CONTENT, type SealKeys } from './link.ts';

/** Rows in one read. */
const PAGE = 2_000;
/** Minutes that a row may be unsealed while a server runs. */
export const MAX_UNSEALED_MINUTES = 5;

/**
 * SQL: whether a server ran for more than `MAX_UNSEALED_MINUTES` while row `e` was unsealed, up to an instant. A row
 * of a killed server waits for the next start, which is not a finding.
 */
function waitedTooLong(until: string): string {
  return `exists (select from audit_sealing_runs r
    where least(r.until, ${until}) - greatest(r.since, e.at) > make_interval(mins => ${MAX_UNSEALED_MINUTES}))`;
}

interface VerifyDeps {
  readonly pool: Pool;
  /** Null: checks that need the key are skipped. */
  readonly keys: SealKeys | null;
  readonly checkpoints: readonly Checkpoint[];
  /** The archived rows, in the order of the chain; without them the check starts after them. */
  readonly archives?: AsyncIterable<SealedRow>;
}

/** The end of the archives, and the id below which rows are only in the archives. */
export interface Archived extends Checkpoint {
  readonly below: number;
}

/** The last archive, from its audit row, which is sealed like any other; null without archives. */
export async function readArchived(client: Pick<PoolClient, 'query'>): Promise<Archived | null> {
  const { rows } = await client.query<Archived>(
    `select (details->>'to')::float8 as seq, details->>'hash' as hash, (details->>'below')::float8 as below
       from audit_events where action = 'audit.archived' and actor_kind = 'operator'
      order by id desc limit 1`,
  );
  return rows[0] ?? null;
}

/** Verifies the whole audit in one snapshot. Reads page by page, so that memory is bounded, and reports each finding. */
export async function verifyChain(
  { pool, keys, checkpoints, archives }: VerifyDeps,
  onFinding: (finding: Finding) => void,
) {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    let findings = 0;
    const report = (finding: Finding) => {
      findings += 1;
      onFinding(finding);
    };
    const check = new ChainCheck(keys, checkpoints, report);
    const archived = await readArchived(client);
    if (archives) await checkArchives(client, check, { archives, archived, report });
    else if (archived) check.continueAfter(archived);
    for (;;) {
      const page = await readPage(client, check.seq);
      for (const row of page) check.next(row);
      if (page.length < PAGE) break;
    }
    check.end();
    const tail = await readTail(client, report);
    await client.query('commit');
    return {
      /** Sealed rows that were checked. */
      checked: check.checked,
      findings,
      /** The end of the chain; null without a seal. */
      head: check.head,
      /** The unsealed rows. */
      tail,
      /** Rows that were sealed long after their time, while no server ran. */
      late: check.late,
      /** The last archived seal, if the archived rows were skipped for lack of archives; else null. */
      leftOutTo: archives ? null : (archived?.seq ?? null),
    };
  } finally {
    client.release(true);
  }
}

/**
 * Checks the archives, and compares them with rows that are also in the database: a segment ends within a partition,
 * and a copy in another store has rows of all ages.
 */
async function checkArchives(
  client: PoolClient,
  check: ChainCheck,
  {
    archives,
    archived,
    report,
  }: {
    readonly archives: AsyncIterable<SealedRow>;
    readonly archived: Archived | null;
    readonly report: (finding: Finding) => void;
  },
): Promise<void> {
  const below = archived?.below ?? 0;
  let both: SealedRow[] = [];
  const compare = async () => {
    const { rows } = await client.query<{ id: number; content: string }>(
      `select e.id::float8 as id, ${ROW_CONTENT} as content from audit_events e where e.id = any($1)`,
      [both.map(({ event }) => event)],
    );
    const contents = new Map(rows.map(({ id, content }) => [id, content]));
    for (const { seq, event: eventId, content } of both) {
      const storedContent = contents.get(eventId);
      if (storedContent === undefined) report({ kind: 'removed', seq, eventId });
      else if (storedContent !== content) report({ kind: 'altered', seq, eventId });
    }
    both = [];
  };
  for await (const row of archives) {
    check.next(row);
    if (row.event < below) continue;
    both.push(row);
    if (both.length === PAGE) await compare();
  }
  await compare();
  if (archived && check.seq < archived.seq) {
    report({ kind: 'archive-missing', from: check.seq + 1, to: archived.seq });
    check.continueAfter(archived);
  }
}

async function readPage(client: PoolClient, after: number): Promise<SealedRow[]> {
  const { rows } = await client.query<SealedRow>(
    `select s.seq::float8 as seq, s.event_id::float8 as event, s.hash, s.mac, s.key_id as key,
       s.sealed_at as "sealedAt", case when e.id is not null then ${ROW_CONTENT} end as content,
       e.at, case when s.sealed_at - e.at > make_interval(mins => ${MAX_UNSEALED_MINUTES})
         then case when ${waitedTooLong('s.sealed_at')} then 'server-running' else 'server-down' end
       end as late
     from (select * from audit_seals where seq > $1 order by seq limit $2) s
     left join audit_events e on e.id = s.event_id
     order by s.seq`,
    [after, PAGE],
  );
  return rows;
}

async function readTail(client: PoolClient, report: (finding: Finding) => void) {
  const unsealed = 'not exists (select from audit_seals s where s.event_id = e.id)';
  const { rows } = await client.query<{ rows: number; oldest: Date | null; issued: string }>(
    `select count(*)::float8 as rows, min(e.at) as oldest,
       coalesce(pg_sequence_last_value('audit_events_id_seq'), 0) as issued
     from audit_events e where ${unsealed}`,
  );
  const [tail] = rows;
  const reportAll = async (kind: 'unsealed' | 'foreign-id', condition: string) => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { rows: found }: { rows: { id: number; at: Date }[] } = await client.query(
        `select e.id::float8 as id, e.at from audit_events e
          where e.id > $1 and ${condition} order by e.id limit ${PAGE}`,
        [after],
      );
      for (const { id, at } of found) report({ kind, eventId: id, at });
      after = found.length < PAGE ? undefined : found.at(-1)?.id;
    }
  };
  await reportAll('unsealed', `${unsealed} and ${waitedTooLong('now()')}`);
  await reportAll('foreign-id', `e.id > ${tail?.issued ?? 0}`);
  return { rows: tail?.rows ?? 0, oldest: tail?.oldest ?? null };
}
