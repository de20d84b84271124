import { addDays, startOfDay } from '@simiente/contract/common/days';
import {
  type DownloadPage,
  type downloadFilter,
  type downloadListInput,
  formatFolio,
  type OrderDownload,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, count, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { examOrderDownloads as downloads, examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { staffName } from '../../schema/staff.ts';
import { findLaboratory } from './list-all-orders.ts';
import { notDeleted } from './orders.ts';

type ListInput = z.output<typeof downloadListInput>;
type Filter = z.output<typeof downloadFilter>;

const NEWEST_FIRST = '-date';
const { orderBy, readPage } = keyset<typeof NEWEST_FIRST, DownloadRow>(
  downloads.id,
  ({ id }) => String(id),
  { date: byDate(sql`${downloads.at}`, ({ at }) => at) },
);

/**
 * One keyset page of downloads, newest first, without those of deleted orders or patients. Downloads of deleted
 * branches or partners are included.
 */
export async function listDownloads(
  db: Reader,
  input: ListInput,
  { cursors, timeZone }: { readonly cursors: CursorCodec; readonly timeZone: string },
): Promise<DownloadPage> {
  const { page, nextCursor } = await readPage(
    { ...input, sort: NEWEST_FIRST },
    cursors,
    ({ next, inOrder, limit }) =>
      selectDownloads(db)
        .where(and(matches(input, timeZone), next))
        .orderBy(...inOrder)
        .limit(limit),
  );
  const [counted] = await db
    .select({ total: count() })
    .from(downloads)
    .innerJoin(examOrders, eq(examOrders.id, downloads.orderId))
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .where(matches(input, timeZone));
  return {
    downloads: page.map(presentDownload),
    laboratory: await findLaboratory(db, input.idLaboratory),
    nextCursor,
    total: counted?.total ?? 0,
    totalIsCapped: false,
  };
}

export function downloadIds(db: Reader, filter: Filter, timeZone: string): SQLWrapper {
  return db
    .select({ id: downloads.id })
    .from(downloads)
    .innerJoin(examOrders, eq(examOrders.id, downloads.orderId))
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .where(matches(filter, timeZone))
    .orderBy(...orderBy(NEWEST_FIRST));
}

export async function readDownloads(db: Reader, ids: string[]): Promise<OrderDownload[]> {
  const rows = await selectDownloads(db).where(inArray(downloads.id, ids.map(Number)));
  return rows.map(presentDownload);
}

function selectDownloads(db: Reader) {
  return db
    .select({
      id: downloads.id,
      at: downloads.at,
      downloadedBy: staffName(downloads.staffId, downloads.at),
      idOrder: examOrders.id,
      folio: examOrders.folio,
      exams: examOrders.exams,
      patient: { idUser: patients.id, name: patients.name },
      partner: { idPartner: partners.id, name: partners.name },
      branch: { idBranch: branches.id, name: branches.name },
    })
    .from(downloads)
    .innerJoin(examOrders, eq(examOrders.id, downloads.orderId))
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId));
}

type DownloadRow = Awaited<ReturnType<typeof selectDownloads>>[number];

function presentDownload({ id, at, folio, exams, ...row }: DownloadRow): OrderDownload {
  return {
    idDownload: String(id),
    date: at.toISOString(),
    folio: formatFolio(folio),
    exams: exams.map(examName),
    ...row,
  };
}

function matches({ from, to, idLaboratory }: Filter, timeZone: string): SQL | undefined {
  return and(
    notDeleted,
    from === undefined ? undefined : gte(downloads.at, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(downloads.at, startOfDay(addDays(to, 1), timeZone)),
    idLaboratory === undefined ? undefined : eq(examOrders.partnerId, idLaboratory),
  );
}
