import type { TrailEntry, TrailPage } from '@simiente/contract/audit/calls';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CursorCodec } from '../../platform/database/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pageOf } from '../../platform/database/pages.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { appearancesOf } from './appearances.ts';

const SORT = 'trail';
const COLUMNS = sql.raw(
  'id, at, actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, details',
);

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor_kind: TrailEntry['actor']['kind'];
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly folio: string | null;
  readonly subject_date: number | null;
  readonly patient_id: string | null;
  readonly patient_name: string | null;
  readonly fields: string[];
  readonly address: string | null;
  readonly background: boolean;
  readonly times: number;
  readonly appeared: boolean;
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
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.id, idUser), isNull(patients.deletedAt)));
  if (known.length === 0) throw new Problem('NOT_FOUND');
  const appeared = appearancesOf(idUser, clinicTimeZone);
  return readTrail(db, { whose: sql`patient_id = ${idUser}`, appeared }, page, cursors);
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
  const own = sql`select ${COLUMNS}, 1 as times, false as appeared from audit_events
    where ${whose} and ${after} ${latest}`;
  // In one snapshot, so that count and rows agree.
  const { rows } = await db.execute<Row & { total: number }>(
    named({
      before: appeared ? sql`appeared as materialized (${appeared}),` : sql``,
      events: appeared
        ? sql`(${own}) union all (select * from appeared where ${after} ${latest}) ${latest}`
        : own,
      total: sql`(select count(*) from audit_events where ${whose})::float8
        ${appeared ? sql`+ (select count(*) from appeared)` : sql``}`,
    }),
  );
  const { page, nextCursor } = pageOf(rows, limit, cursors, (last) => ({
    sort: SORT,
    key: '',
    id: last.id,
  }));
  return {
    entries: page.map(present),
    nextCursor,
    total: rows[0]?.total ?? 0,
  };
}

/**
 * Rows with the current name of their subject, and the total count. A file is named by its present or
 * former exam.
 */
function named({
  before,
  events,
  total,
}: {
  readonly before: SQL;
  readonly events: SQL;
  readonly total: SQL;
}): SQL {
  return sql`
    with ${before} page as (${events})
    select page.id, extract(epoch from page.at)::float8 * 1000 as at, actor_kind, staff.name as actor_name,
      action, subject_kind, subject_id, page.patient_id, patients.name as patient_name, page.address,
      case subject_kind
        when 'exam' then (select x.type from exams x where x.id = subject_id)
        when 'file' then (select x.type from exams x where x.patient_id = page.patient_id
          and (x.file_id = subject_id or x.id in
            (select r.exam_id from replaced_files r where r.file_id = subject_id)) limit 1)
        when 'doctor' then (select d.name from doctors d where d.id = subject_id)
        when 'partner' then (select p.name from partners p where p.id = subject_id)
        when 'branch' then (select b.name from branches b where b.id = subject_id)
        when 'prospect' then (select p.name from prospects p where p.id = subject_id and p.deleted_at is null)
      end as subject_name,
      case subject_kind when 'exam_order' then
        (select o.folio from exam_orders o where o.id = subject_id) end as folio,
      extract(epoch from case subject_kind
        when 'doctor_appointment' then (select a.starts_at from doctor_appointments a where a.id = subject_id)
        when 'recipe_appointment' then (select a.starts_at from recipe_appointments a where a.id = subject_id)
      end)::float8 * 1000 as subject_date,
      array(select jsonb_object_keys(
        case jsonb_typeof(details->'changes') when 'object' then details->'changes' end)) as fields,
      coalesce(details->'background' = 'true'::jsonb, false) as background, times, appeared,
      (${total}) as total
    from page
    left join staff on actor_kind = 'staff' and staff.id = actor_id
    left join patients on patients.id = page.patient_id and patients.deleted_at is null
    order by page.id desc`;
}

const instant = (milliseconds: number) => new Date(Math.round(milliseconds)).toISOString();

function present(row: Row): TrailEntry {
  return {
    id: Number(row.id),
    at: instant(row.at),
    actor: { kind: row.actor_kind, name: row.actor_name },
    action: row.action,
    subject: {
      kind: row.subject_kind,
      id: row.subject_id,
      name: row.folio === null ? row.subject_name : formatFolio(Number(row.folio)),
      date: row.subject_date === null ? null : instant(row.subject_date),
    },
    patient: row.patient_id === null ? null : { idUser: row.patient_id, name: row.patient_name },
    fields: row.fields,
    address: row.address,
    background: row.background,
    times: row.times,
    appeared: row.appeared,
  };
}
