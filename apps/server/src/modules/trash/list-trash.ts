import {
  DAYS_IN_TRASH,
  type TrashEntry,
  type TrashPage,
  trashKindNames,
  type trashListInput,
} from '@simiente/contract/trash/calls';
import { type TrashSort, trashKinds } from '@simiente/contract/trash/filters';
import { and, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { isoText } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { staffName } from '../../schema/staff.ts';

/** Records deleted after this moment can still be restored. */
export const restorableSince = sql`now() - make_interval(days => ${DAYS_IN_TRASH})`;

/** SQL: the folio in the format of `formatFolio`. */
const orderName = sql`'OE-' || lpad(${examOrders.folio}::text, greatest(6, length(${examOrders.folio}::text)), '0')`;
const examName = sql`replace(${exams.type}, '_', ' ')`;

/**
 * All restorable records, one row each: kind, id, name, detail, patient_id (of an exam or an order), deleted_at,
 * deleted_by, deletion_id, search_text. Left out are branches that were deleted with their partner, because they are
 * restored with it; merged patients; and records of a blocked patient.
 */
const restorable: SQL = sql`(
  select 'patient' as kind, ${patients.id} as id, ${patients.name} as name, ${patients.email} as detail,
    null as patient_id, ${patients.deletedAt} as deleted_at, ${patients.deletedBy} as deleted_by,
    ${patients.deletionId} as deletion_id, ${patients.searchText} as search_text
  from ${patients} where ${patients.deletedAt} > ${restorableSince} and ${patients.blockedAt} is null
    and ${patients.mergedInto} is null
  union all
  select 'exam', ${exams.id}, ${examName}, ${patients.name}, ${patients.id},
    ${exams.deletedAt}, ${exams.deletedBy}, ${exams.deletionId},
    fold_text(${examName} || chr(10) || ${patients.name})
  from ${exams} join ${patients} on ${patients.id} = ${exams.patientId} and ${patients.blockedAt} is null
  where ${exams.deletedAt} > ${restorableSince} and ${exams.blockedAt} is null
  union all
  select 'exam_order', ${examOrders.id}, ${orderName}, ${patients.name}, ${patients.id},
    ${examOrders.deletedAt}, ${examOrders.deletedBy}, ${examOrders.deletionId},
    fold_text(${orderName} || chr(10) || ${patients.name})
  from ${examOrders} join ${patients} on ${patients.id} = ${examOrders.patientId} and ${patients.blockedAt} is null
  where ${examOrders.deletedAt} > ${restorableSince}
  union all
  select 'partner', ${partners.id}, ${partners.name}, ${partners.country}, null,
    ${partners.deletedAt}, ${partners.deletedBy}, ${partners.deletionId}, ${partners.searchText}
  from ${partners} where ${partners.deletedAt} > ${restorableSince}
  union all
  select 'branch', ${branches.id}, ${branches.name}, ${partners.name}, null,
    ${branches.deletedAt}, ${branches.deletedBy}, ${branches.deletionId}, ${branches.searchText}
  from ${branches} join ${partners} on ${partners.id} = ${branches.partnerId}
  where ${branches.deletedAt} > ${restorableSince}
    and (${partners.deletedAt} is null or ${partners.deletionId} is distinct from ${branches.deletionId})
  union all
  select 'prospect', ${prospects.id}, ${prospects.name}, ${prospects.email}, null,
    ${prospects.deletedAt}, ${prospects.deletedBy}, ${prospects.deletionId}, ${prospects.searchText}
  from ${prospects} where ${prospects.deletedAt} > ${restorableSince}
) as restorable`;

/** SQL: the number of the patient's rows in a table, without those that were deleted individually. */
const countByPatient = (
  table: typeof exams | typeof examOrders | typeof recipeAppointments | typeof doctorAppointments,
) =>
  sql`(select count(*)::int from ${table} where page.kind = 'patient' and ${table.patientId} = page.id
       and (${table.deletedAt} is null or ${table.deletionId} = page.deletion_id))`;

/**
 * Entries of the trash for screens and files.
 * @param page a query for rows of `restorable`; related records are counted only for these
 */
async function readEntries(db: Reader, page: SQL, order: SQL): Promise<TrashEntry[]> {
  const { rows } = await db.execute<TrashEntry>(
    sql`select page.kind, page.id, page.name, page.detail, page.patient_id as "idUser", ${staffName(sql`page.deleted_by`, sql`page.deleted_at`)} as "deletedBy",
          ${isoText('page.deleted_at')} as "deletedAt",
          greatest(0, least(${DAYS_IN_TRASH}, ceil(
            extract(epoch from page.deleted_at + make_interval(days => ${DAYS_IN_TRASH}) - now()) / 86400)))::int as "daysLeft",
          (select ${exams.deletionReason} from ${exams} where page.kind = 'exam' and ${exams.id} = page.id) as reason,
          json_build_object(
            'branches', (select count(*)::int from ${branches} where page.kind = 'partner'
              and ${branches.partnerId} = page.id and ${branches.deletionId} = page.deletion_id),
            'exams', ${countByPatient(exams)},
            'appointments', ${countByPatient(doctorAppointments)} + ${countByPatient(recipeAppointments)},
            'orders', ${countByPatient(examOrders)}) as included
        from (${page}) as page
        order by ${order}`,
  );
  return rows;
}

export function readTrashEntries(db: Reader, ids: string[]): Promise<TrashEntry[]> {
  const page = sql`select * from ${restorable} where restorable.id = any(${sql.param(ids)}::text[])`;
  return readEntries(db, page, sql`page.id`);
}

export function getPersonIds({ kind, id, idUser }: TrashEntry): string[] {
  if (idUser !== null) return [idUser];
  return kind === 'patient' || kind === 'prospect' ? [id] : [];
}

/** @property deletedBy limits the list to deletions of this account */
type ListInput = z.output<typeof trashListInput> & { readonly deletedBy?: string | undefined };
type Filter = Pick<ListInput, 'kind' | 'search' | 'sort' | 'deletedBy'>;

/** One page of restorable records, by keyset, with the number of records of each kind. */
export async function listTrash(
  db: Reader,
  input: ListInput,
  cursors: CursorCodec,
): Promise<TrashPage> {
  const { kind, sort } = input;
  const { page: entries, nextCursor } = await selectPage(
    input,
    cursors,
    ({ next = sql`true`, inOrder, limit }) =>
      readEntries(
        db,
        sql`select * from ${restorable} where ${matches(input)} and ${next}
          order by ${joinTerms(inOrder)} limit ${limit}`,
        joinTerms(createKeyset('page').orderBy(sort)),
      ),
  );
  const counts = await countKinds(db, input);
  return {
    entries,
    nextCursor,
    counts,
    total: kind === undefined ? Object.values(counts).reduce((a, b) => a + b, 0) : counts[kind],
    totalIsCapped: false,
  };
}

export function trashIds(filter: Filter): SQL {
  return sql`select restorable.id from ${restorable} where ${matches(filter)} order by ${joinTerms(orderBy(filter.sort))}`;
}

function matches({ kind, search, deletedBy }: Omit<Filter, 'sort'>): SQL {
  const condition = and(
    matchesSearch(sql`restorable.search_text`, search),
    kind === undefined ? undefined : sql`restorable.kind = ${kind}`,
    deletedBy === undefined ? undefined : sql`restorable.deleted_by = ${deletedBy}`,
  );
  return condition ?? sql`true`;
}

/** @param alias of the rows: the trash, or a page of it */
function createKeyset(alias: 'restorable' | 'page') {
  const table = sql.identifier(alias);
  const deletedAt = byDate<TrashEntry>(sql`${table}.deleted_at`, (entry) => entry.deletedAt);
  const kindName = sql.join(
    trashKinds.map((kind) => sql`when ${kind} then ${trashKindNames[kind]}`),
    sql` `,
  );
  return keyset<TrashSort, TrashEntry>(sql`${table}.id`, ({ id }) => id, {
    deletedAt,
    daysLeft: deletedAt,
    name: byText(sql`${table}.name`, ({ name }) => name),
    kind: byText(
      sql`(case ${table}.kind ${kindName} end)::text`,
      ({ kind }) => trashKindNames[kind],
    ),
    deletedBy: byText(
      sql`coalesce(${staffName(sql`${table}.deleted_by`, sql`${table}.deleted_at`)}, '')`,
      ({ deletedBy }) => deletedBy ?? '',
    ),
  });
}

const { orderBy, selectPage } = createKeyset('restorable');
const joinTerms = (terms: SQL[]) => sql.join(terms, sql`, `);

async function countKinds(
  db: Reader,
  { search, deletedBy }: ListInput,
): Promise<TrashPage['counts']> {
  const { rows } = await db.execute<{ kind: TrashEntry['kind']; records: number }>(
    sql`select restorable.kind, count(*)::int as records from ${restorable}
        where ${matches({ kind: undefined, search, deletedBy })} group by restorable.kind`,
  );
  const countByKind = new Map(rows.map(({ kind, records }) => [kind, records]));
  return Object.fromEntries(
    trashKinds.map((kind) => [kind, countByKind.get(kind) ?? 0]),
  ) as TrashPage['counts'];
}
