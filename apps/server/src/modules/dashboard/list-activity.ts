import {
  type ActivityAction,
  type ActivityItem,
  activityActions,
  type DashboardFilter,
} from '@simiente/contract/dashboard/calls';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { isoText } from '../../platform/database/records.ts';
import { staffAt } from '../../schema/staff.ts';
import type { AuditAction } from '../audit/public.ts';
import { readLaboratory } from '../exams/public.ts';
import { toInstants } from './count-by-week.ts';

const listedActions: readonly (AuditAction & ActivityAction)[] = activityActions;
const SORT = 'activity';

/**
 * A page of the audited changes of a period, the latest first. Subjects have their current names; deleted subjects
 * have no name.
 */
export async function listActivity(
  db: Reader,
  input: DashboardFilter & { limit: number; cursor?: string | undefined },
  cursors: CursorCodec,
  clinicTimeZone: string,
): Promise<{ items: ActivityItem[]; nextCursor: string | null }> {
  const { limit, cursor, laboratory } = input;
  if (laboratory !== undefined) await readLaboratory(db, laboratory);
  const position = cursor === undefined ? undefined : cursors.decode(cursor, SORT);
  const next = position
    ? sql`(at, id) < (${position.key}::timestamptz, ${position.id}::bigint)`
    : sql`true`;
  const where = sql`${matches(input, clinicTimeZone)} and ${next}`;
  const items = await readNamed(db, latest(where, limit + 1));
  const { page, nextCursor } = toPage(items, limit, cursors, ({ at, id }) => ({
    sort: SORT,
    key: at,
    id: String(id),
  }));
  return { items: page, nextCursor };
}

export function activityIds(filter: DashboardFilter, clinicTimeZone: string): SQL {
  return sql`select id from audit_events
    where action = any(${sql.param([...listedActions])}::text[]) and ${matches(filter, clinicTimeZone)}
    order by at desc, id desc`;
}

export const readActivity = (db: Reader, ids: string[]) =>
  readNamed(
    db,
    sql`select ${eventColumns} from audit_events where id = any(${sql.param(ids)}::bigint[])`,
  );

function matches({ laboratory, ...days }: DashboardFilter, clinicTimeZone: string): SQL {
  const { from, until } = toInstants(days, clinicTimeZone);
  return sql`at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz
    and ${laboratory === undefined ? sql`true` : isOfLaboratory(laboratory)}`;
}

/** Condition for audited actions on a laboratory, its branches, exams and orders. */
function isOfLaboratory(id: string): SQL {
  return sql`case subject_kind
    when 'partner' then subject_id = ${id}
    when 'branch' then exists (select 1 from branches b where b.id = subject_id and b.partner_id = ${id})
    when 'exam' then exists (select 1 from exams x where x.id = subject_id and x.laboratory_id = ${id})
    when 'exam_order' then exists (select 1 from exam_orders o where o.id = subject_id and o.partner_id = ${id})
    else false end`;
}

const eventColumns = sql`id, at, actor_kind, actor_id, action, subject_kind, subject_id, patient_id,
  details->'changes'->'status' as status, details->'changes'->'startsAt' as starts_at`;

/** SQL: the change of a field, with both values as text; null if the details have another form. */
const selectChange = (column: 'status' | 'starts_at') => {
  const change = sql.raw(`latest.${column}`);
  return sql`case when jsonb_typeof(${change}) = 'object' then
    jsonb_build_object('from', ${change} ->> 'from', 'to', ${change} ->> 'to') end`;
};

/** The latest rows of the listed actions. Each action is read by index, which skips the many rows of other actions. */
function latest(where: SQL, limit: number): SQL {
  return sql`
    select event.* from unnest(${sql.param([...listedActions])}::text[]) as listed (action)
    cross join lateral (
      select ${eventColumns} from audit_events where action = listed.action and ${where}
      order by at desc, id desc limit ${limit}
    ) as event
    order by at desc, id desc limit ${limit}`;
}

/** Rows of the audit with the names of their subjects, the latest first. */
async function readNamed(db: Reader, events: SQL): Promise<ActivityItem[]> {
  const { rows } = await db.execute<ActivityItem>(sql`
    with latest as (${events})
    select latest.id::float8 as id, ${isoText('latest.at')} as at, action,
      jsonb_build_object('kind', actor_kind, 'name', actor.name) as actor,
      case when subject_kind is not null and subject_id is not null then
        jsonb_build_object('kind', subject_kind, 'id', subject_id, 'name',
          coalesce(doctors.name, partners.name, branches.name, prospects.name)) end as subject,
      case when latest.patient_id is not null then
        jsonb_build_object('id', latest.patient_id, 'name', patients.name) end as patient,
      case when branches.partner_id is not null then
        jsonb_build_object('id', branches.partner_id, 'name', owners.name) end as partner,
      ${selectChange('status')} as status, ${selectChange('starts_at')} as "startsAt"
    from latest
    left join lateral ${staffAt(sql`actor_id`, sql`latest.at`)} as actor on actor_kind = 'staff'
    left join patients on patients.id = latest.patient_id and patients.deleted_at is null
    left join doctors on subject_kind = 'doctor' and doctors.id = subject_id and doctors.deleted_at is null
    left join partners on subject_kind = 'partner' and partners.id = subject_id and partners.deleted_at is null
    left join branches on subject_kind = 'branch' and branches.id = subject_id and branches.deleted_at is null
    left join partners as owners on owners.id = branches.partner_id and owners.deleted_at is null
    left join prospects on subject_kind = 'prospect' and prospects.id = subject_id and prospects.deleted_at is null
    order by latest.at desc, latest.id desc`);
  return rows;
}
