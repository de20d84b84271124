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

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly at: string;
  readonly actor_kind: ActivityItem['actor']['kind'];
  readonly actor_name: string | null;
  readonly action: ActivityAction;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly patient_id: string | null;
  readonly patient_name: string | null;
  readonly partner_id: string | null;
  readonly partner_name: string | null;
  readonly status: { from?: unknown; to?: unknown } | null;
  readonly starts_at: { from?: unknown; to?: unknown } | null;
}

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
  const { rows } = await db.execute<Row>(withNames(latest(where, limit + 1)));
  const { page, nextCursor } = toPage(rows, limit, cursors, (last) => ({
    sort: SORT,
    key: last.at,
    id: last.id,
  }));
  return { items: page.map(present), nextCursor };
}

export function activityIds(filter: DashboardFilter, clinicTimeZone: string): SQL {
  return sql`select id from audit_events
    where action = any(${sql.param([...listedActions])}::text[]) and ${matches(filter, clinicTimeZone)}
    order by at desc, id desc`;
}

export async function readActivity(db: Reader, ids: string[]): Promise<ActivityItem[]> {
  const { rows } = await db.execute<Row>(
    withNames(
      sql`select ${eventColumns} from audit_events where id = any(${sql.param(ids)}::bigint[])`,
    ),
  );
  return rows.map(present);
}

function matches({ laboratory, ...days }: DashboardFilter, clinicTimeZone: string): SQL {
  const { from, until } = toInstants(days, clinicTimeZone);
  return sql`at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz
    and ${laboratory === undefined ? sql`true` : isOfLaboratory(laboratory)}`;
}

/** Condition for acts on a partner, its branches, and the exams and orders that have it as their laboratory. */
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

/** The latest rows. Each action is read by index, so that the many audited reads between its rows are skipped. */
function latest(where: SQL, limit: number): SQL {
  return sql`
    select event.* from unnest(${sql.param([...listedActions])}::text[]) as listed (action)
    cross join lateral (
      select ${eventColumns} from audit_events where action = listed.action and ${where}
      order by at desc, id desc limit ${limit}
    ) as event
    order by at desc, id desc limit ${limit}`;
}

function withNames(events: SQL): SQL {
  return sql`
    with latest as (${events})
    select latest.id, ${isoText('latest.at')} as at, latest.actor_kind, latest.action,
      latest.subject_kind, latest.subject_id, latest.patient_id, latest.status, latest.starts_at,
      actor.name as actor_name, patients.name as patient_name,
      coalesce(doctors.name, partners.name, branches.name, prospects.name) as subject_name,
      branches.partner_id, owners.name as partner_name
    from latest
    left join lateral ${staffAt(sql`actor_id`, sql`latest.at`)} as actor on actor_kind = 'staff'
    left join patients on patients.id = latest.patient_id and patients.deleted_at is null
    left join doctors on subject_kind = 'doctor' and doctors.id = subject_id and doctors.deleted_at is null
    left join partners on subject_kind = 'partner' and partners.id = subject_id and partners.deleted_at is null
    left join branches on subject_kind = 'branch' and branches.id = subject_id and branches.deleted_at is null
    left join partners as owners on owners.id = branches.partner_id and owners.deleted_at is null
    left join prospects on subject_kind = 'prospect' and prospects.id = subject_id and prospects.deleted_at is null
    order by latest.at desc, latest.id desc`;
}

function present(row: Row): ActivityItem {
  return {
    id: Number(row.id),
    at: row.at,
    actor: { kind: row.actor_kind, name: row.actor_name },
    action: row.action,
    subject:
      row.subject_kind === null || row.subject_id === null
        ? null
        : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    patient: row.patient_id === null ? null : { id: row.patient_id, name: row.patient_name },
    partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name },
    status: row.status && { from: toText(row.status.from), to: toText(row.status.to) },
    startsAt: row.starts_at && { from: toText(row.starts_at.from), to: toText(row.starts_at.to) },
  };
}

/** A patient's status is a number; other statuses and instants are texts. */
function toText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
