import type { Pool, PoolClient } from 'pg';
import type { Checkpoint } from './checkpoints.ts';
import type { SealKeys } from './keys.ts';
import { isSealMac, LARGEST_BATCH, linkHash, NOTHING_BEFORE, ROW_CONTENT } from './link.ts';

/** Rows that are read at once. */
const PAGE = 2_000;
/** Most late rows that are named. */
const MOST_LATE = 20;
/** Minutes that a row may be unsealed while a server runs. */
export const LONGEST_WAIT = 5;

/**
 * SQL: whether a server ran for longer than that while row `e` was unsealed until an instant. A row of a
 * killed server waits for the next start, which is no finding.
 */
function waitedTooLong(until: string): string {
  return `exists (select from audit_sealing_runs r
    where least(r.until, ${until}) - greatest(r.since, e.at) > make_interval(mins => ${LONGEST_WAIT}))`;
}

/** What is wrong with the audit, and where. */
export type Finding =
  /** The row, or its seal, was changed after it was sealed. */
  | { readonly kind: 'altered'; readonly seq: number; readonly eventId: number }
  /** A sealed row is gone. */
  | { readonly kind: 'removed'; readonly seq: number; readonly eventId: number }
  /** Seals are gone, so that the next one's row cannot be checked. */
  | {
      readonly kind: 'seals-removed';
      readonly from: number;
      readonly to: number;
      readonly nextEventId: number;
    }
  /** Seals without a key of ours: their rows could have been changed before. */
  | { readonly kind: 'forged'; readonly from: number; readonly to: number }
  /** The chain had this end once, and lacks it now. */
  | { readonly kind: 'cut-off'; readonly checkpoint: Checkpoint; readonly last: number }
  /** A row that should have its seal: it was inserted, or its seal was removed. */
  | { readonly kind: 'unsealed'; readonly eventId: number; readonly at: Date }
  /** A row that was unsealed while a running server should have sealed it. */
  | {
      readonly kind: 'sealed-late';
      readonly eventId: number;
      readonly at: Date;
      readonly sealedAt: Date;
    }
  /** A row whose id the sequence has not given, so that the product did not write it. */
  | { readonly kind: 'foreign-id'; readonly eventId: number; readonly at: Date };

export interface Verification {
  /** Sealed rows that were checked. */
  readonly checked: number;
  readonly findings: number;
  /** The end of the chain; null without a seal. */
  readonly head: Checkpoint | null;
  /** The unsealed rows. */
  readonly tail: { readonly rows: number; readonly oldest: Date | null };
  /** Rows that were sealed long after their time, while no server ran. */
  readonly late: { readonly rows: number; readonly first: readonly number[] };
}

export interface VerifyParts {
  readonly pool: Pool;
  /** Null: what only the key proves is left out. */
  readonly keys: SealKeys | null;
  readonly checkpoints: readonly Checkpoint[];
}

interface Row {
  readonly seq: number;
  readonly event_id: number;
  readonly hash: Buffer;
  readonly mac: Buffer | null;
  readonly key_id: string | null;
  readonly sealed_at: Date;
  /** Null if the row is gone. */
  readonly content: string | null;
  readonly at: Date | null;
  /** How long it was unsealed; null if not for long. */
  readonly late: 'without-server' | 'beside-server' | null;
}

/**
 * Reads the whole audit in one snapshot, page by page, and reports findings as it goes. It keeps one
 * page in memory.
 */
export async function verifyChain(
  { pool, keys, checkpoints }: VerifyParts,
  tell: (finding: Finding) => void,
): Promise<Verification> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    let findings = 0;
    const check = new ChainCheck(keys, checkpoints, (finding) => {
      findings += 1;
      tell(finding);
    });
    for (;;) {
      const page = await readPage(client, check.seq);
      for (const row of page) check.look(row);
      if (page.length < PAGE) break;
    }
    check.end();
    const tail = await readTail(client, (finding) => {
      findings += 1;
      tell(finding);
    });
    await client.query('commit');
    return { checked: check.checked, findings, head: check.head, tail, late: check.late };
  } finally {
    client.release(true);
  }
}

async function readPage(client: PoolClient, after: number): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select s.seq::float8 as seq, s.event_id::float8 as event_id, s.hash, s.mac, s.key_id, s.sealed_at,
       case when e.id is not null then ${ROW_CONTENT} end as content,
       e.at, case when s.sealed_at - e.at > make_interval(mins => ${LONGEST_WAIT})
         then case when ${waitedTooLong('s.sealed_at')} then 'beside-server' else 'without-server' end
       end as late
     from (select * from audit_seals where seq > $1 order by seq limit $2) s
     left join audit_events e on e.id = s.event_id
     order by s.seq`,
    [after, PAGE],
  );
  return rows;
}

/** Follows the chain, seal by seal. */
class ChainCheck {
  seq = 0;
  checked = 0;
  readonly late = { rows: 0, first: [] as number[] };
  #hash: Buffer | null = NOTHING_BEFORE;
  #keyedTo = 0;
  readonly #keys: SealKeys | null;
  readonly #tell: (finding: Finding) => void;
  /** Rows that the chain has not shown yet. */
  readonly #awaited: Map<string, Checkpoint>;

  constructor(
    keys: SealKeys | null,
    checkpoints: readonly Checkpoint[],
    tell: (finding: Finding) => void,
  ) {
    this.#keys = keys;
    this.#tell = tell;
    this.#awaited = new Map(checkpoints.map((one) => [`${one.seq}:${one.hash}`, one]));
  }

  get head(): Checkpoint | null {
    return this.seq === 0 || this.#hash === null
      ? null
      : { seq: this.seq, hash: this.#hash.toString('hex') };
  }

  look(row: Row): void {
    const { seq, event_id: eventId, hash, content } = row;
    if (seq !== this.seq + 1) {
      this.#tell({ kind: 'seals-removed', from: this.seq + 1, to: seq - 1, nextEventId: eventId });
      this.#hash = null;
    }
    if (content === null) this.#tell({ kind: 'removed', seq, eventId });
    else if (this.#hash !== null && !this.#follows(row, content)) {
      this.#tell({ kind: 'altered', seq, eventId });
    }
    this.seq = seq;
    this.#hash = hash;
    this.#awaited.delete(`${seq}:${hash.toString('hex')}`);
    this.#lookAtKey(row);
    this.checked += 1;
    if (row.late === 'beside-server' && row.at) {
      this.#tell({ kind: 'sealed-late', eventId, at: row.at, sealedAt: row.sealed_at });
    } else if (row.late) this.#keepLate(eventId);
  }

  #keepLate(eventId: number): void {
    this.late.rows += 1;
    if (this.late.first.length < MOST_LATE) this.late.first.push(eventId);
  }

  #follows({ seq, sealed_at: sealedAt, hash }: Row, content: string): boolean {
    return linkHash(this.#hash ?? NOTHING_BEFORE, { seq, sealedAt, content }).equals(hash);
  }

  #lookAtKey({ seq, hash, mac, key_id: keyId }: Row): void {
    if (this.#keys === null) return;
    if (mac === null) {
      // No batch is longer: the keyed seal that should have come was removed.
      if (seq - this.#keyedTo < LARGEST_BATCH) return;
    } else {
      const key = this.#keys.byId.get(keyId ?? '');
      if (key && isSealMac(key, seq, hash, mac)) {
        this.#keyedTo = seq;
        return;
      }
    }
    this.#tellForged(seq);
  }

  #tellForged(to: number): void {
    this.#tell({ kind: 'forged', from: this.#keyedTo + 1, to });
    this.#keyedTo = to;
  }

  end(): void {
    if (this.#keys !== null && this.#keyedTo < this.seq) this.#tellForged(this.seq);
    for (const checkpoint of this.#awaited.values()) {
      this.#tell({ kind: 'cut-off', checkpoint, last: this.seq });
    }
  }
}

async function readTail(
  client: PoolClient,
  tell: (finding: Finding) => void,
): Promise<Verification['tail']> {
  const unsealed = 'not exists (select from audit_seals s where s.event_id = e.id)';
  const { rows } = await client.query<{ rows: number; oldest: Date | null; given: string }>(
    `select count(*)::float8 as rows, min(e.at) as oldest,
       coalesce(pg_sequence_last_value('audit_events_id_seq'), 0) as given
     from audit_events e where ${unsealed}`,
  );
  const [tail] = rows;
  const find = async (kind: 'unsealed' | 'foreign-id', condition: string) => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { rows: found }: { rows: { id: number; at: Date }[] } = await client.query(
        `select e.id::float8 as id, e.at from audit_events e
          where e.id > $1 and ${condition} order by e.id limit ${PAGE}`,
        [after],
      );
      for (const { id, at } of found) tell({ kind, eventId: id, at });
      after = found.length < PAGE ? undefined : found.at(-1)?.id;
    }
  };
  await find('unsealed', `${unsealed} and ${waitedTooLong('now()')}`);
  await find('foreign-id', `e.id > ${tail?.given ?? 0}`);
  return { rows: tail?.rows ?? 0, oldest: tail?.oldest ?? null };
}
