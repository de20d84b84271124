import type { TrailPage } from '@simiente/contract/audit/calls';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { toPage } from '../../../platform/database/pages/keyset.ts';
import type { Job } from '../../../platform/jobs/job-state.ts';
import { Problem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import type { AuditAction } from '../entry.ts';
import { toSetMember } from '../shown-set.ts';
import { EVENT_COLUMNS, type NamedRow, presentEntry, withNames } from './named-rows.ts';

const SORT = 'trail';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * A page of who viewed or changed a patient's record, the latest first.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 */
export async function listAccesses(
  { db, cursors, clinicTimeZone }: Pick<StaffContext, 'db' | 'cursors' | 'clinicTimeZone'>,
  { idUser, ...page }: Page & { readonly idUser: string },
): Promise<TrailPage> {
  const known = await db
    .select({ ids: sql<string[]>`merged_ids(${patients.id})` })
    .from(patients)
    .where(and(eq(patients.id, idUser), isNull(patients.deletedAt)));
  // Accesses to a merged record are accesses to this one.
  const [ids] = known.map((one) => one.ids);
  if (ids === undefined) throw new Problem('NOT_FOUND');
  const appeared = sql.join(
    ids.map((id) => selectAppearances(id, clinicTimeZone)),
    sql` union all `,
  );
  return readTrail(db, { whose: inArray(sql`patient_id`, ids), appeared }, page, cursors);
}

/** A page of a staff member's own actions, the latest first. */
export function listOwnActivity(
  db: Reader,
  staffId: string,
  page: Page,
  cursors: CursorCodec,
): Promise<TrailPage> {
  const whose = sql`actor_id = ${staffId} and actor_kind = 'staff'`;
  return readTrail(db, { whose }, page, cursors);
}

async function readTrail(
  db: Reader,
  { whose, appeared }: { readonly whose: SQL; readonly appeared?: SQL },
  { limit, cursor }: Page,
  cursors: CursorCodec,
): Promise<TrailPage> {
  const after =
    cursor === undefined ? sql`true` : sql`id < ${cursors.decode(cursor, SORT).id}::bigint`;
  const latest = sql`order by id desc limit ${limit + 1}`;
  const own = sql`select ${EVENT_COLUMNS}, 1 as times, false as appeared from audit_events
    where ${whose} and ${after} ${latest}`;
  // One snapshot, so that count and rows agree.
  const { rows } = await db.execute<NamedRow & { total: number }>(
    withNames({
      ...(appeared && { before: sql`appeared as materialized (${appeared})` }),
      events: appeared
        ? sql`(${own}) union all (select * from appeared where ${after} ${latest}) ${latest}`
        : own,
      total: sql`(select count(*) from audit_events where ${whose})::float8
        ${appeared ? sql`+ (select count(*) from appeared)` : sql``}`,
    }),
  );
  const { page, nextCursor } = toPage(rows, limit, cursors, (last) => ({
    sort: SORT,
    key: '',
    id: last.id,
  }));
  return {
    entries: page.map(presentEntry),
    nextCursor,
    total: rows[0]?.total ?? 0,
  };
}

/** Acts whose rows have a set of the patients that they showed. */
const ACTIONS_WITH_SET = [
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
function selectAppearances(personId: string, timeZone: string): SQL {
  const actions = sql.join(
    ACTIONS_WITH_SET.map((action) => sql`${action}`),
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
