import type { TrailEntry } from '@simiente/contract/audit/calls';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { type SQL, sql } from 'drizzle-orm';
import { isoText } from '../../../platform/database/records.ts';
import { staffAt } from '../../../schema/staff.ts';

/** Columns of `audit_events` that `withNames` needs, besides `times` and `appeared`. */
export const EVENT_COLUMNS = sql.raw(
  'id, at, actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, details',
);

export interface NamedRow extends Record<string, unknown> {
  readonly id: string;
  readonly at: string;
  readonly actor_kind: TrailEntry['actor']['kind'];
  readonly actor_name: string | null;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly folio: string | null;
  readonly subject_date: string | null;
  readonly patient_id: string | null;
  readonly patient_name: string | null;
  readonly fields: string[];
  readonly address: string | null;
  readonly background: boolean;
  readonly times: number;
  readonly appeared: boolean;
}

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
 * Query that adds the current name of the subject, the actor's name at the time, and the total count to rows. A file
 * has the name of its current or former exam; a delivery that its patient opened, of the staff member who created it.
 */
export function withNames({
  commonTables,
  events,
  total,
  columns = sql``,
  inOrder = sql`page.id desc`,
}: NamedQuery): SQL {
  return sql`
    with ${commonTables ? sql`${commonTables},` : sql``} page as (${events})
    select page.id, ${isoText('page.at')} as at, actor_kind, actor.name as actor_name,
      actor.email as actor_email, action, subject_kind, subject_id, page.patient_id, patients.name as patient_name, page.address,
      case subject_kind
        when 'exam' then (select x.type from exams x where x.id = subject_id)
        when 'file' then (select x.type from exams x where x.patient_id = page.patient_id
          and (x.file_id = subject_id or x.id in
            (select r.exam_id from replaced_files r where r.file_id = subject_id)) limit 1)
        when 'doctor' then (select d.name from doctors d where d.id = subject_id)
        when 'partner' then (select p.name from partners p where p.id = subject_id)
        when 'branch' then (select b.name from branches b where b.id = subject_id)
        when 'report_delivery' then (select s.name from report_deliveries d
          cross join lateral ${staffAt(sql`d.created_by`, sql`page.at`)} s
          where d.id = subject_id and actor_kind = 'anonymous')
        when 'prospect' then (select p.name from prospects p where p.id = subject_id and p.deleted_at is null)
      end as subject_name,
      case subject_kind when 'exam_order' then
        (select o.folio from exam_orders o where o.id = subject_id) end as folio,
      case subject_kind
        when 'doctor_appointment' then
          (select ${isoText('a.starts_at')} from doctor_appointments a where a.id = subject_id)
        when 'recipe_appointment' then
          (select ${isoText('a.starts_at')} from recipe_appointments a where a.id = subject_id)
      end as subject_date,
      array(select jsonb_object_keys(
        case jsonb_typeof(details->'changes') when 'object' then details->'changes' end)) as fields,
      coalesce(details->'background' = 'true'::jsonb, false) as background, times, appeared
      ${columns} ${total ? sql`, (${total}) as total` : sql``}
    from page
    left join lateral ${staffAt(sql`actor_id`, sql`page.at`)} as actor on actor_kind = 'staff'
    left join patients on patients.id = page.patient_id and patients.deleted_at is null
    order by ${inOrder}`;
}

/**
 * Older rows have the subject 'delivery' for three kinds, which only their action distinguishes. Sealed rows cannot be
 * corrected.
 */
function readKind({ subject_kind: kind, action }: NamedRow): string | null {
  if (kind !== 'delivery') return kind;
  return action === 'delivery.replayed' ? 'calendly_delivery' : (action.split('.')[0] ?? kind);
}

export function presentEntry(row: NamedRow): TrailEntry {
  return {
    id: Number(row.id),
    at: row.at,
    actor: { kind: row.actor_kind, name: row.actor_name, email: row.actor_email },
    action: row.action,
    subject: {
      kind: readKind(row),
      id: row.subject_id,
      name: row.folio === null ? row.subject_name : formatFolio(Number(row.folio)),
      date: row.subject_date,
    },
    patient: row.patient_id === null ? null : { idUser: row.patient_id, name: row.patient_name },
    fields: row.fields,
    address: row.address,
    background: row.background,
    times: row.times,
    appeared: row.appeared,
  };
}
