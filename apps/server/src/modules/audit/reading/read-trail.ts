import type { TrailPage } from '@simiente/contract/audit/calls';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { toPage } from '../../../platform/database/pages/keyset.ts';
import { Problem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { selectAppearances } from './appearances.ts';
import { EVENT_COLUMNS, type NamedRow, named, presentEntry } from './named-rows.ts';

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
    named({
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
