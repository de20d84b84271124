import type {
  AuditActor,
  AuditPage,
  AuditRow,
  auditFilter,
  auditListInput,
  TrailEntry,
} from '@simiente/contract/audit/calls';
import { describeChange, describeFact } from '@simiente/contract/audit/facts';
import type { AuditSort } from '@simiente/contract/audit/filters';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { auditTitles as titles } from '@simiente/contract/common/column-titles';
import { addDays, startOfDay } from '@simiente/contract/common/days';
import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../../platform/database/database.ts';
import type { Cursor, CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { toPage } from '../../../platform/database/pages/keyset.ts';
import { patients } from '../../../schema/patients.ts';
import { staff, staffAt } from '../../../schema/staff.ts';
import { defineExport, type ListFilters, plain, time } from '../../list-exports/public.ts';
import { EVENT_COLUMNS, readNamed } from './named-rows.ts';

type Filter = z.output<typeof auditFilter>;
type ListInput = z.output<typeof auditListInput>;

/** The columns of a row that `readNamed` does not read. */
type Row = Pick<AuditRow, 'idActor' | 'account' | 'userAgent' | 'idRequest' | 'idSession'> & {
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly shown: number | null;
  /** Time with microseconds. */
  readonly exactAt: string;
  readonly total?: number;
};

/** One keyset page of the audit rows that match the filter, with their number up to a limit. */
export async function listAudit(
  db: Reader,
  input: ListInput,
  { cursors, timeZone }: { readonly cursors: CursorCodec; readonly timeZone: string },
): Promise<AuditPage> {
  const { limit, cursor } = input;
  const order = chooseOrder(input);
  const next = cursor === undefined ? sql`true` : order.after(cursors.decode(cursor, order.name));
  const condition = await readCondition(db, input, timeZone);
  const rows = await readNamed<Row>(db, {
    events: sql`${selectEvents} where ${condition} and ${next}
      order by ${order.columns('')} limit ${limit + 1}`,
    columns: auditColumns,
    // Counted in the same snapshot as the rows.
    total: sql`select count(*)::int from (
      select from audit_events where ${condition} limit ${MAX_SEARCHED_TOTAL + 1}) as counted`,
    inOrder: order.columns('page.'),
  });
  const { page, nextCursor } = toPage(rows, limit, cursors, ({ exactAt, id }) => ({
    sort: order.name,
    key: exactAt,
    id: String(id),
  }));
  const total = rows[0]?.total ?? 0;
  return {
    rows: page.map(present),
    patient: await readPatient(db, input.idUser),
    nextCursor,
    total: Math.min(total, MAX_SEARCHED_TOTAL),
    totalIsCapped: total > MAX_SEARCHED_TOTAL,
  };
}

function auditIds(filter: Filter, timeZone: string): SQL {
  const days = toDays(filter, timeZone);
  const span = { first: sql`(select first from period)`, last: sql`(select last from period)` };
  return sql`${days ? sql`with recursive ${selectPeriod(days)}` : sql``}
    select id from audit_events where ${matches(filter, days && { ...days, ...span })}
    order by ${chooseOrder(filter).columns('')}`;
}

async function readAuditRows(db: Reader, ids: string[]): Promise<AuditRow[]> {
  const rows = await readNamed<Row>(db, {
    events: sql`${selectEvents} where id = any(${sql.param(ids)}::bigint[])`,
    columns: auditColumns,
  });
  return rows.map(present);
}

/** Every account by name, including suspended ones, because the audit has their earlier events. */
export function listActors(db: Reader): Promise<AuditActor[]> {
  return db
    .select({ idStaff: staff.id, name: staff.name, email: staff.email })
    .from(staff)
    .orderBy(asc(staff.name), asc(staff.id));
}

/** `readNamed` needs `times` and `appeared`, which only the trail uses. */
const selectEvents = sql`select ${EVENT_COLUMNS}, user_agent, request_id, session_id, cardinality(shown) as shown_count,
  1 as times, false as appeared from audit_events`;

const auditColumns = sql`, actor_id as "idActor", user_agent as "userAgent", request_id as "idRequest",
  session_id as "idSession", details, shown_count as shown, page.at::text as "exactAt", case subject_kind
    when 'staff' then (select s.name from ${staffAt(sql`subject_id`, sql`page.at`)} s) end as account`;

/**
 * Orders rows by id, or by time if the only filter is the action, because that is what the indexes support. Both
 * orders agree within a fraction of a second.
 */
function chooseOrder({ action, idStaff, actor, idUser, sort }: Filter): {
  readonly name: `${AuditSort} ${'number' | 'time'}`;
  readonly columns: (table: '' | 'page.') => SQL;
  readonly after: (cursor: Cursor) => SQL;
} {
  const isByTime =
    action !== undefined && idStaff === undefined && actor === undefined && idUser === undefined;
  const direction = sort === 'at' ? sql`asc` : sql`desc`;
  const comparison = sort === 'at' ? sql`>` : sql`<`;
  const columns = (table: string) => {
    const byNumber = sql`${sql.raw(table)}id ${direction}`;
    return isByTime ? sql`${sql.raw(table)}at ${direction}, ${byNumber}` : byNumber;
  };
  return isByTime
    ? {
        name: `${sort} time`,
        columns,
        after: ({ key, id }) => sql`(at, id) ${comparison} (${key}::timestamptz, ${id}::bigint)`,
      }
    : {
        name: `${sort} number`,
        columns,
        after: ({ id }) => sql`id ${comparison} ${id}::bigint`,
      };
}

/** The ends of a period. An open end is undefined. */
interface Days {
  readonly since: SQL | undefined;
  readonly until: SQL | undefined;
}

function toDays({ from, to }: Filter, timeZone: string): Days | undefined {
  const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  if (from === undefined && to === undefined) return undefined;
  return {
    since: from === undefined ? undefined : instant(startOfDay(from, timeZone)),
    until: to === undefined ? undefined : instant(startOfDay(addDays(to, 1), timeZone)),
  };
}

/**
 * The condition of a page and its count. The row numbers of the period are read first, because with constants
 * PostgreSQL skips whole partitions, and follows the index instead of sorting the period.
 */
async function readCondition(db: Reader, filter: Filter, timeZone: string): Promise<SQL> {
  const days = toDays(filter, timeZone);
  if (days === undefined) return matches(filter);
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(
    sql`with recursive ${selectPeriod(days)} select first, last from period`,
  );
  const { first = null, last = null } = rows[0] ?? {};
  return matches(filter, { ...days, first: sql`${first}::bigint`, last: sql`${last}::bigint` });
}

/** The conditions of list, count and export. A period is also a range of row numbers, `first` to `last`. */
function matches(
  { idStaff, actor, idUser, action }: Filter,
  { since, until, first, last }: Partial<Days> & { first?: SQL; last?: SQL } = {},
): SQL {
  const condition = and(
    idStaff === undefined ? undefined : sql`actor_id = ${idStaff} and actor_kind = 'staff'`,
    actor === undefined ? undefined : sql`actor_id is null and actor_kind = ${actor}`,
    // Includes the rows of records that were merged.
    idUser === undefined ? undefined : sql`patient_id = any(merged_ids(kept_patient(${idUser})))`,
    action === undefined ? undefined : sql`action = ${action}`,
    since && sql`at >= ${since} and id >= ${first}`,
    until && sql`at < ${until} and id <= ${last}`,
  );
  return condition ?? sql`true`;
}

/**
 * Common table expressions: `period` has the lowest and highest id of a period. Times are only indexed by
 * (action, at), so a loose index scan lists the distinct actions, and `period` reads the first and last row of each.
 * Ids and times have the same order, except for the moment between assigning an id and writing the row, which the
 * margin of an hour covers. A row with a forged time may be left out; `audit verify` reports it.
 */
function selectPeriod({ since, until }: Days): SQL {
  const end = (side: 'asc' | 'desc', condition: SQL) => {
    const direction = sql.raw(side);
    return sql`(select e.id from audit_events e where e.action = distinct_actions.action and ${condition}
      order by e.at ${direction}, e.id ${direction} limit 1)`;
  };
  const first = since ? end('asc', sql`e.at >= ${since} - interval '1 hour'`) : sql`0`;
  const last = until ? end('desc', sql`e.at < ${until} + interval '1 hour'`) : sql`0`;
  return sql`distinct_actions as (
      (select action from audit_events order by action limit 1)
      union all
      select (select e.action from audit_events e where e.action > previous.action order by e.action limit 1)
        from distinct_actions as previous where previous.action is not null
    ), period as materialized (
      select min(${first}) as first, max(${last}) as last from distinct_actions where action is not null
    )`;
}

async function readPatient(db: Reader, idUser: string | undefined): Promise<AuditPage['patient']> {
  if (idUser === undefined) return null;
  const [patient] = await db
    .select({ idUser: patients.id, name: patients.name })
    .from(patients)
    .where(and(sql`${patients.id} = kept_patient(${idUser})`, isNull(patients.deletedAt)));
  return patient ?? null;
}

function present(row: TrailEntry & Row): AuditRow {
  const { appeared: _appeared, times: _times, exactAt: _exactAt, total: _total, ...named } = row;
  const { details, shown, ...entry } = named;
  const { changes, background: _background, ...facts } = details ?? {};
  return { ...entry, changes: toChanges(changes), facts: toFacts({ ...facts, shown }) };
}

function toChanges(changes: unknown): AuditRow['changes'] {
  if (!isObject(changes)) return [];
  return Object.entries(changes).map(([field, change]) => {
    const { from = null, to = null } = isObject(change) ? change : {};
    return {
      field,
      from: isDigest(from) ? null : toText(from),
      to: isDigest(to) ? null : toText(to),
      isDigest: isDigest(from) || isDigest(to),
    };
  });
}

/** Facts by name. A nested fact has the name of its object and a dot as prefix. */
function toFacts(facts: Readonly<Record<string, unknown>>, within = ''): AuditRow['facts'] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (isObject(value)) return toFacts(value, `${within}${name}.`);
    return [{ name: `${within}${name}`, value: toText(value) ?? '' }];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDigest = (value: unknown) => isObject(value) && 'digest' in value;

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((element) => toText(element) ?? '').join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const joinPairs = (pairs: readonly { readonly name: string; readonly value: string }[]) =>
  pairs.map(({ name, value }) => `${name}: ${value}`).join('; ') || null;

export const auditList = defineExport<ListFilters<'audit'>, AuditRow>({
  fileName: 'auditoria',
  ids: auditIds,
  read: readAuditRows,
  getId: ({ id }) => String(id),
  getPersonIds: ({ subject, patient }) => getPersonIds(subject, patient && { id: patient.idUser }),
  columns: [
    plain('Número', ({ id }) => id),
    time(titles.at, ({ at }) => at),
    plain(titles.actor, trailActor),
    plain('Correo', ({ actor }) => actor.email),
    { title: () => titles.act, kind: 'plain', cell: auditSentence },
    plain(titles.about, (row) => auditedPerson(row) || null),
    plain('Cambios', ({ changes, subject }) =>
      joinPairs(changes.map((change) => describeChange(change, subject.kind))),
    ),
    plain('Datos', ({ facts }) => joinPairs(facts.map(describeFact))),
    plain('Dirección', ({ address }) => address),
    plain('Programa', ({ userAgent }) => userAgent),
    plain('Solicitud', ({ idRequest }) => idRequest),
    plain('Acción (clave)', ({ action }) => action),
  ],
});

/** The ids of the patients and prospects whom an audit row shows, by its subject and its patient. */
export function getPersonIds(
  subject: { readonly kind: string | null; readonly id: string | null } | null,
  patient: { readonly id: string } | null,
): string[] {
  const isProspect = subject?.kind === 'prospect' && subject.id !== null;
  return [...(patient ? [patient.id] : []), ...(isProspect ? [subject.id] : [])];
}
