import type { AffectedPerson, affectedFilter } from '@simiente/contract/audit/calls';
import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { exportedList, plain, time } from '../../list-exports/public.ts';
import { toSetMember } from '../shown-set.ts';

type Filter = z.output<typeof affectedFilter>;

/** Maximum number of persons of one answer; a file has all of them. */
const MOST_SHOWN = 500;

/** Every patient and prospect, deleted and blocked ones too, whose data an account read or exported in a period. */
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
    )
    select people.*, count(*)::int as times, max(seen.at) as last_at
      from seen join people on people.id = seen.id
     group by people.kind, people.id, people.name, people.email, people.phone, people.deleted_at
  ) as affected`;
}

const inOrder = sql`order by name collate "es-x-icu", id`;

interface Row extends Record<string, unknown> {
  readonly persons: readonly AffectedPerson[];
  readonly total: number;
}

async function read(db: Reader, filter: Filter, only: SQL): Promise<Row> {
  const { rows } = await db.execute<Row>(sql`
    with affected as materialized (select * from ${affected(filter)})
    select (select count(*)::int from affected) as total,
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'name', name, 'email', email,
          'phone', phone, 'isDeleted', deleted_at is not null, 'times', times,
          'lastAt', to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ${inOrder}), '[]')
        from (select * from affected where ${only} ${inOrder} limit ${MOST_SHOWN}) as one) as persons`);
  const [row] = rows;
  if (row === undefined) throw new Error('A row of aggregates is always there');
  return row;
}

/** The first persons by name, and their total. */
export async function listAffected(db: Reader, filter: Filter) {
  const { persons, total } = await read(db, filter, sql`true`);
  return { persons: [...persons], total };
}

export const affectedList = exportedList<Filter, AffectedPerson>({
  fileName: 'personas-afectadas',
  ids: (_transaction, filter) => sql`select id from ${affected(filter)} ${inOrder}`,
  read: async (transaction: Transaction, ids, { filters }) =>
    (await read(transaction, filters, sql`id = any(${sql.param(ids)})`)).persons,
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
