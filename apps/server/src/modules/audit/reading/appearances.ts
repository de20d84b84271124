import { type SQL, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Job } from '../../../platform/jobs/job-state.ts';
import type { AuditAction } from '../entry.ts';
import { toSetMember } from '../shown-set.ts';

/** Acts whose rows have a set of the patients that they showed. */
const WITH_SET = [
  'list.export_ended',
  'patients.all_read',
  'prospects.all_read',
] satisfies AuditAction[];

/**
 * Keeps `audit_appearances` complete up to the low-water mark of this process, below which no more rows are written.
 * A batch costs less than single rows: the lists of a day show the same patients.
 */
export function appearancesIndex(pool: Pool, sealedUpTo: () => number, timeZone: string): Job {
  return {
    name: 'audit.appearances',
    schedule: { everyMinutes: 1 },
    async run(signal) {
      const goal = sealedUpTo();
      let reached = -1;
      for (let before = -2; reached > before && !signal.aborted; ) {
        before = reached;
        const { rows } = await pool.query<{ reached: number }>(
          'select index_audit_appearances($1, $2)::float8 as reached',
          [goal, timeZone],
        );
        reached = rows[0]?.reached ?? before;
      }
      return { reached };
    },
  };
}

/**
 * The lists, searches and exports that showed a person, as rows of the trail: one for each day, user, act
 * and address, and one for each export. Rows that are not indexed yet are read from the audit itself.
 */
export function selectAppearances(personId: string, timeZone: string): SQL {
  const actions = sql.join(
    WITH_SET.map((action) => sql`${action}`),
    sql`, `,
  );
  return sql`
    select max(last_event) as id, max(last_at) as at, actor_kind, nullif(actor_id, '') as actor_id, action,
      null::text as subject_kind, null::text as subject_id, null::text as patient_id,
      nullif(address, '') as address, jsonb_build_object('background', background) as details,
      sum(times)::int as times, true as appeared
    from (
      select last_event, last_at, day, actor_kind, actor_id, action, address, background, times
        from audit_appearances where person_id = ${personId}
      union all
      select id, at, (at at time zone ${timeZone})::date, actor_kind, coalesce(actor_id, ''), action,
          coalesce(address, ''), coalesce(details -> 'background' = 'true', false), 1
        from audit_events
       where id > (select coalesce(max(up_to), 0) from audit_appearances_progress)
         and ${personId} = any (shown) and patient_id is distinct from ${personId}
    ) as shown
    group by day, actor_kind, actor_id, action, address, background
    union all
    select id, at, actor_kind, actor_id, action, null, null, null, address, details, 1, true
      from audit_events
     where action in (${actions}) and audit_set_has(shown_set, ${toSetMember(sql`${personId}`)})`;
}
