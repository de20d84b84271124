import type { AuditState, auditContract } from '@simiente/contract/audit/calls';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { requireOwnPatient } from '../appointments/public.ts';
import { audited } from './audit-read.ts';
import { FULL_CHECK } from './chain/sealer.ts';
import { getPersonIds, listActors, listAudit } from './reading/read-audit.ts';
import { listAccesses, listAffected, listOwnActivity } from './reading/read-trail.ts';

/** Number of latest rows whose seals are checked as long as no server has checked all rows. */
const RECENT_ROWS = 100_000;

async function readAuditState(db: Reader): Promise<AuditState> {
  const { rows } = await db.execute<AuditState>(sql`
    with look as materialized (select value from installation where key = ${FULL_CHECK}),
    unsealed as (
      select count(*)::float8 as rows, min(e.at) as oldest from audit_events e
       where e.id > coalesce((select (value->>'upTo')::bigint from look),
           pg_sequence_last_value('audit_events_id_seq') - ${RECENT_ROWS}, 0)
         and not exists (select from audit_seals s where s.event_id = e.id)
    )
    select (select ${isoText('at')} from audit_events order by id limit 1) as since,
      (select json_build_object('seq', seq, 'hash', encode(hash, 'hex'), 'at', ${isoText('sealed_at')})
        from audit_seals order by seq desc limit 1) as head,
      (select json_build_object('rows', rows, 'oldest', ${isoText('oldest')}) from unsealed) as unsealed,
      (select json_build_object('at', value->'at', 'passedOver', value->'passedOver') from look) as look,
      (select json_build_object('at', ${isoText('at')}, 'checked', coalesce(details->'checked', '0'),
          'findings', coalesce(details->'findings', '0'))
        from audit_events where action = 'audit.verified' order by at desc, id desc limit 1) as verification`);
  const [state] = rows;
  if (state === undefined) throw new Error('An aggregate returned no row');
  return state;
}

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

  // This read is not audited: it shows the state of the chain and no personal data.
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
