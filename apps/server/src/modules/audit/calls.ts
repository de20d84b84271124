import type { AuditState, auditContract } from '@simiente/contract/audit/calls';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { requireOwnPatient } from '../appointments/public.ts';
import { audited } from './audit-read.ts';
import { FULL_CHECK } from './chain/sealer.ts';
import { toIsoInstant } from './reading/named-rows.ts';
import { getPersonIds, listActors, listAudit } from './reading/read-audit.ts';
import { listAccesses, listAffected, listOwnActivity } from './reading/read-trail.ts';

/** Number of latest rows whose seals are checked as long as no server has checked all rows. */
const RECENT_ROWS = 100_000;

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

async function readAuditState(db: Reader): Promise<AuditState> {
  const { rows } = await db.execute<Row>(sql`
    with look as materialized (select value from installation where key = ${FULL_CHECK}),
    unsealed as (
      select count(*)::float8 as rows, min(e.at) as oldest from audit_events e
       where e.id > coalesce((select (value->>'upTo')::bigint from look),
           pg_sequence_last_value('audit_events_id_seq') - ${RECENT_ROWS}, 0)
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
  if (row === undefined) throw new Error('An aggregate returned no row');
  const { seq, hash, sealed_at: sealedAt, verified_at: verifiedAt, look } = row;
  return {
    since: toIsoInstantOrNull(row.since),
    head: seq === null || hash === null ? null : { seq, hash, at: toIsoInstant(sealedAt ?? 0) },
    unsealed: { rows: row.unsealed, oldest: toIsoInstantOrNull(row.oldest) },
    look: look && { at: look.at, passedOver: look.passedOver },
    verification:
      verifiedAt === null
        ? null
        : { at: toIsoInstant(verifiedAt), checked: row.checked ?? 0, findings: row.findings ?? 0 },
  };
}

const milliseconds = (instant: string) => sql.raw(`extract(epoch from ${instant})::float8 * 1000`);
const toIsoInstantOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : toIsoInstant(milliseconds);

export const auditCalls: Handlers<typeof auditContract> = {
  accesses: audited(
    async (context, input) => {
      await requireOwnPatient(context.db, context.actor, input.idUser, 'accesses.readAll');
      return listAccesses(context, input);
    },
    ({ idUser: id, cursor }, { entries }) => ({
      action: 'patient.accesses_read',
      subject: { kind: 'patient', id },
      details: { count: entries.length, continued: cursor !== undefined },
    }),
  ),

  list: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listAudit(db, input, { cursors, timeZone }),
    ({ cursor, limit: _limit, ...filter }, { rows }) => ({
      action: 'audit.listed',
      patientId: filter.idUser,
      details: { filter, count: rows.length, continued: cursor !== undefined },
      shown: rows.flatMap(({ subject, patient }) =>
        getPersonIds(subject, patient && { id: patient.idUser }),
      ),
    }),
  ),

  affected: audited(
    ({ db }, filter) => listAffected(db, filter),
    (filter, { persons, total }) => ({
      action: 'audit.affected_read',
      details: { ...filter, count: total },
      shown: persons.map(({ id }) => id),
    }),
  ),

  actors: audited(
    async ({ db }) => ({ actors: await listActors(db) }),
    (_input, { actors }) => ({ action: 'staff.listed', details: { count: actors.length } }),
  ),

  // Not audited: it shows the state of the chain and no personal data.
  state: ({ db }) => readAuditState(db),

  ownActivity: audited(
    ({ db, actor, cursors }, input) => listOwnActivity(db, actor.id, input, cursors),
    ({ cursor }, { entries }, { actor }) => ({
      action: 'account.activity_read',
      subject: { kind: 'staff', id: actor.id },
      details: { count: entries.length, continued: cursor !== undefined },
      shown: entries.flatMap(({ subject, patient }) =>
        getPersonIds(subject, patient && { id: patient.idUser }),
      ),
    }),
  ),
};
