import type { AuditState } from '@simiente/contract/audit/calls';
import { sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { FULL_CHECK } from '../chain/sealer.ts';
import { toIsoInstant } from './named-rows.ts';

/** How many of the latest rows are checked for seals where no server has checked all of them yet. */
const RECENT = 100_000;

interface Row extends Record<string, unknown> {
  readonly since: number | null;
  readonly seq: number | null;
  readonly hash: string | null;
  readonly sealed_at: number | null;
  readonly unsealed: number;
  readonly oldest: number | null;
  readonly look: { readonly at: string; readonly passedOver: number } | null;
  readonly verified_at: number | null;
  readonly checked: number | null;
  readonly findings: number | null;
}

/** The state of the chain: its end, the unsealed rows, and the last checks. */
export async function readAuditState(db: Reader): Promise<AuditState> {
  const { rows } = await db.execute<Row>(sql`
    with look as materialized (select value from installation where key = ${FULL_CHECK}),
    unsealed as (
      select count(*)::float8 as rows, min(e.at) as oldest from audit_events e
       where e.id > coalesce((select (value->>'upTo')::bigint from look),
           pg_sequence_last_value('audit_events_id_seq') - ${RECENT}, 0)
         and not exists (select from audit_seals s where s.event_id = e.id)
    )
    select ${milliseconds('(select at from audit_events order by id limit 1)')} as since,
      head.seq::float8 as seq, encode(head.hash, 'hex') as hash, ${milliseconds('head.sealed_at')} as sealed_at,
      unsealed.rows as unsealed, ${milliseconds('unsealed.oldest')} as oldest,
      (select value from look) as look,
      ${milliseconds('verified.at')} as verified_at, (verified.details->>'checked')::float8 as checked,
      (verified.details->>'findings')::float8 as findings
    from unsealed
    left join lateral (select seq, hash, sealed_at from audit_seals order by seq desc limit 1) as head on true
    left join lateral (select at, details from audit_events where action = 'audit.verified'
      order by at desc, id desc limit 1) as verified on true`);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate gave no row');
  const { seq, hash, sealed_at: sealedAt, verified_at: verifiedAt, look } = row;
  return {
    since: instantOrNull(row.since),
    head: seq === null || hash === null ? null : { seq, hash, at: toIsoInstant(sealedAt ?? 0) },
    unsealed: { rows: row.unsealed, oldest: instantOrNull(row.oldest) },
    look: look && { at: look.at, passedOver: look.passedOver },
    verification:
      verifiedAt === null
        ? null
        : { at: toIsoInstant(verifiedAt), checked: row.checked ?? 0, findings: row.findings ?? 0 },
  };
}

const milliseconds = (of: string) => sql.raw(`extract(epoch from ${of})::float8 * 1000`);
const instantOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : toIsoInstant(milliseconds);
