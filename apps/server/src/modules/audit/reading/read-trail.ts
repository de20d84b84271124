import type { AffectedPerson, affectedFilter, TrailPage } from '@simiente/contract/audit/calls';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { toPage } from '../../../platform/database/pages/keyset.ts';
import { isoText } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { defineExport, plain, time } from '../../list-exports/public.ts';
import type { AuditAction } from '../entry.ts';
import { toSetMember } from '../shown-set.ts';
import { EVENT_COLUMNS, readNamed } from './named-rows.ts';

const SORT = 'trail';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of the views and changes of a patient's record, the latest first. */
export async function listAccesses(
  { db, cursors, clinicTimeZone }: Pick<StaffContext, 'db' | 'cursors' | 'clinicTimeZone'>,
  { idUser, ...page }: Page & { readonly idUser: string },
): Promise<TrailPage> {
  const [patient] = await db
    .select({ mergedIds: sql<string[]>`merged_ids(${patients.id})` })
    .from(patients)
    .where(and(eq(patients.id, idUser), isNull(patients.deletedAt)));
  if (patient === undefined) throw new Problem('NOT_FOUND');
  // Accesses to a record that was merged into this one are accesses to this one.
  const { mergedIds } = patient;
  const appeared = sql.join(
    mergedIds.map((id) => selectAppearances(id, clinicTimeZone)),
    sql` union all `,
  );
  return readTrail(db, { condition: inArray(sql`patient_id`, mergedIds), appeared }, page, cursors);
}

/** A page of a staff member's own actions, the latest first. */
export function listOwnActivity(
  db: Reader,
  staffId: string,
  page: Page,
  cursors: CursorCodec,
): Promise<TrailPage> {
  const condition = sql`actor_id = ${staffId} and actor_kind = 'staff'`;
  return readTrail(db, { condition }, page, cursors);
}

async function readTrail(
  db: Reader,
  { condition, appeared }: { readonly condition: SQL; readonly appeared?: SQL },
  { limit, cursor }: Page,
  cursors: CursorCodec,
): Promise<TrailPage> {
  const after =
    cursor === undefined ? sql`true` : sql`id < ${cursors.decode(cursor, SORT).id}::bigint`;
  const latest = sql`order by id desc limit ${limit + 1}`;
  const matchingEvents = sql`select ${EVENT_COLUMNS}, 1 as times, false as appeared from audit_events
    where ${condition} and ${after} ${latest}`;
  // One snapshot, so that count and rows agree.
  const rows = await readNamed<{ total: number }>(db, {
    ...(appeared && { commonTables: sql`appeared as materialized (${appeared})` }),
    events: appeared
      ? sql`(${matchingEvents}) union all (select * from appeared where ${after} ${latest}) ${latest}`
      : matchingEvents,
    total: sql`(select count(*) from audit_events where ${condition})::float8
      ${appeared ? sql`+ (select count(*) from appeared)` : sql``}`,
  });
  const { page, nextCursor } = toPage(rows, limit, cursors, ({ id }) => ({
    sort: SORT,
    key: '',
    id: String(id),
  }));
  const entries = page.map(({ total: _total, ...entry }) => entry);
  return { entries, nextCursor, total: rows[0]?.total ?? 0 };
}

/** Actions whose rows have a set of the shown persons. */
const ACTIONS_WITH_SET = [
  'list.export_ended',
  'patients.all_read',
  'prospects.all_read',
] satisfies AuditAction[];

/**
 * The lists, searches and exports that showed a person, as rows of the trail. A user's views of the same day, action
 * and address are one row, and another one in the background. Each export is one row.
 */
function selectAppearances(personId: string, timeZone: string): SQL {
  const actions = sql.join(
    ACTIONS_WITH_SET.map((action) => sql`${action}`),
    sql`, `,
  );
  return sql`
    select max(id) as id, max(at) as at, actor_kind, actor_id, action, null::text as subject_kind,
      null::text as subject_id, null::text as patient_id, address,
      jsonb_build_object('background', background) as details, count(*)::int as times, true as appeared
    from (
      select id, at, (at at time zone ${timeZone})::date as day, actor_kind, actor_id, action, address,
          coalesce(details -> 'background' = 'true', false) as background
        from audit_events
       where shown @> array[${personId}] and patient_id is distinct from ${personId}
    ) as shown
    group by day, actor_kind, actor_id, action, address, background
    union all
    select id, at, actor_kind, actor_id, action, null, null, null, address, details, 1, true
      from audit_events
     where action in (${actions}) and audit_set_has(shown_set, ${toSetMember(sql`${personId}`)})`;
}

type Filter = z.output<typeof affectedFilter>;

/** Maximum number of persons in one answer. The exported file has all of them. */
const MAX_SHOWN = 500;

/**
 * Every patient and prospect, including deleted and blocked ones, whose data an account read or exported in a
 * period. A merged record counts as the kept one. If the merge was undone since, both records count.
 */
function affected({ idStaff, from, to, address, idSession }: Filter): SQL {
  return sql`(
    with acts as materialized (
      select at, subject_kind, subject_id, patient_id, shown, shown_set from audit_events
       where actor_kind = 'staff' and actor_id = ${idStaff} and action <> 'request.refused'
         and at >= ${from}::timestamptz and at < ${to}::timestamptz
         and ${address === undefined ? sql`true` : sql`address = ${address}`}
         and ${idSession === undefined ? sql`true` : sql`session_id = ${idSession}`}
    ), members as (
      select substring(shown_set from 1 + 8 * n for 8) as member, max(at) as at
        from acts, generate_series(0, length(shown_set) / 8 - 1) as n where shown_set is not null group by 1
    ), people as materialized (
      select 'patient' as kind, id, name, email, phone, deleted_at from patients
      union all select 'prospect', id, name, email, phone, deleted_at from prospects
    ), seen as (
      select patient_id as id, at from acts where patient_id is not null
      union all select subject_id, at from acts where subject_kind = 'prospect'
      union all select unnest(shown), at from acts
      union all select people.id, members.at from members
        join people on ${toSetMember(sql`people.id`)} = members.member
    ), views as (
      select id, at from seen
      union all select gone_id, seen.at from seen join patient_merges on kept_id = seen.id
        where seen.at >= patient_merges.at and seen.at < undone_at
    )
    select people.*, count(*)::int as times, max(views.at) as last_at
      from views left join patients merged on merged.id = views.id and merged.merged_into is not null
        join people on people.id = case when merged.id is null then views.id else kept_patient(merged.id) end
     group by people.kind, people.id, people.name, people.email, people.phone, people.deleted_at
  ) as affected`;
}

const inOrder = sql`order by name collate "es-x-icu", id`;

interface Row extends Record<string, unknown> {
  readonly persons: readonly AffectedPerson[];
  readonly total: number;
}

async function readAffected(db: Reader, filter: Filter, condition: SQL): Promise<Row> {
  const { rows } = await db.execute<Row>(sql`
    with affected as materialized (select * from ${affected(filter)})
    select (select count(*)::int from affected) as total,
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name, 'email', email,
          'phone', phone, 'isDeleted', deleted_at is not null, 'times', times,
          'lastAt', ${isoText('last_at')}) ${inOrder}), '[]')
        from (select * from affected where ${condition} ${inOrder} limit ${MAX_SHOWN}) as shown) as persons`);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate returned no row');
  return row;
}

/** The first persons by name, and their total. */
export async function listAffected(db: Reader, filter: Filter) {
  const { persons, total } = await readAffected(db, filter, sql`true`);
  return { persons: [...persons], total };
}

export const affectedList = defineExport<Filter, AffectedPerson>({
  fileName: 'personas-afectadas',
  ids: (filter) => sql`select id from ${affected(filter)} ${inOrder}`,
  read: async (transaction: Transaction, ids, { filters }) =>
    (await readAffected(transaction, filters, sql`id = any(${sql.param(ids)})`)).persons,
  getId: ({ id }) => id,
  getPersonIds: ({ id }) => [id],
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Tipo', ({ kind }) => (kind === 'patient' ? 'Paciente' : 'Prospecto')),
    plain('Correo', ({ email }) => email),
    plain('Teléfono', ({ phone }) => phone),
    plain('Eliminado', ({ isDeleted }) => (isDeleted ? 'Sí' : 'No')),
    plain('Veces', ({ times }) => times),
    time('Última vez', ({ lastAt }) => lastAt),
    plain('Id', ({ id }) => id),
  ],
});
