import type { TrailEntry } from '@simiente/contract/audit/calls';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { isoText } from '../../../platform/database/records.ts';
import { staffAt } from '../../../schema/staff.ts';

/** Columns of `audit_events` that `readNamed` needs, besides `times` and `appeared`. */
export const EVENT_COLUMNS = sql.raw(
  'id, at, actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, details',
);

interface NamedQuery {
  /** Common table expressions that `events` and `total` use. */
  readonly commonTables?: SQL;
  readonly events: SQL;
  readonly total?: SQL;
  /** Further columns, each with a leading comma. */
  readonly columns?: SQL;
  readonly inOrder?: SQL;
}

/**
 * Rows of the audit with the current name of the subject and the actor's name at the time. A file has the name of its
 * current or former exam. A delivery that its patient opened has the name of the staff member who created it. Older,
 * sealed rows have the subject 'delivery' for three kinds, which only their action distinguishes.
 */
export async function readNamed<Columns extends Record<string, unknown>>(
  db: Reader,
  { commonTables, events, total, columns = sql``, inOrder = sql`page.id desc` }: NamedQuery,
): Promise<(TrailEntry & Columns)[]> {
  const { rows } = await db.execute<TrailEntry>(sql`
    with ${commonTables ? sql`${commonTables},` : sql``} page as (${events})
    select page.id::float8 as id, ${isoText('page.at')} as at, action, page.address, times, appeared,
      jsonb_build_object('kind', actor_kind, 'name', actor.name, 'email', actor.email) as actor,
      jsonb_build_object(
        'kind', case when subject_kind is distinct from 'delivery' then subject_kind
          when action = 'delivery.replayed' then 'calendly_delivery' else split_part(action, '.', 1) end,
        'id', subject_id,
        'name', case subject_kind
          when 'exam' then (select x.type from exams x where x.id = subject_id)
          when 'file' then (select x.type from exams x where x.patient_id = page.patient_id
            and (x.file_id = subject_id or x.id in
              (select r.exam_id from replaced_files r where r.file_id = subject_id)) limit 1)
          when 'exam_order' then (select o.folio::text from exam_orders o where o.id = subject_id)
          when 'doctor' then (select d.name from doctors d where d.id = subject_id)
          when 'partner' then (select p.name from partners p where p.id = subject_id)
          when 'branch' then (select b.name from branches b where b.id = subject_id)
          when 'report_delivery' then (select s.name from report_deliveries d
            cross join lateral ${staffAt(sql`d.created_by`, sql`page.at`)} s
            where d.id = subject_id and actor_kind = 'anonymous')
          when 'prospect' then (select p.name from prospects p where p.id = subject_id and p.deleted_at is null)
        end,
        'date', case subject_kind
          when 'doctor_appointment' then
            (select ${isoText('a.starts_at')} from doctor_appointments a where a.id = subject_id)
          when 'recipe_appointment' then
            (select ${isoText('a.starts_at')} from recipe_appointments a where a.id = subject_id)
        end) as subject,
      case when page.patient_id is not null then
        jsonb_build_object('idUser', page.patient_id, 'name', patients.name) end as patient,
      array(select jsonb_object_keys(
        case jsonb_typeof(details->'changes') when 'object' then details->'changes' end)) as fields,
      coalesce(details->'background' = 'true'::jsonb, false) as background
      ${columns} ${total ? sql`, (${total}) as total` : sql``}
    from page
    left join lateral ${staffAt(sql`actor_id`, sql`page.at`)} as actor on actor_kind = 'staff'
    left join patients on patients.id = page.patient_id and patients.deleted_at is null
    order by ${inOrder}`);
  for (const { subject } of rows) {
    const isFolio = subject.kind === 'exam_order' && subject.name !== null;
    if (isFolio) subject.name = formatFolio(Number(subject.name));
  }
  return rows as (TrailEntry & Columns)[];
}
