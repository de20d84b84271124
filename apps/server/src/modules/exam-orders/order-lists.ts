import { downloadTitles, orderTitles } from '@simiente/contract/common/column-titles';
import { addDays, startOfDay } from '@simiente/contract/common/days';
import {
  type DownloadPage,
  type downloadFilter,
  type downloadListInput,
  formatFolio,
  type ListedOrder,
  type OrderDownload,
  type OrderPage,
  type orderFilter,
  type orderListInput,
  parseFolio,
} from '@simiente/contract/exam-orders/calls';
import {
  type OrderState,
  orderStateNames,
  orderStates,
} from '@simiente/contract/exam-orders/states';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, count, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { hasWords, matchesSearch } from '../../platform/database/search.ts';
import {
  examOrderDownloads as downloads,
  examOrderStudies,
  examOrders,
} from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { staffName } from '../../schema/staff.ts';
import { hasActivePatient } from '../appointments/public.ts';
import { defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { storedCounts } from '../record-counts/public.ts';
import { notDeleted, type OrderRow, presentOrder, selectOrders } from './orders.ts';

type Filter = z.output<typeof orderFilter>;

/** The expression of the index `exam_orders_due`. */
const due = sql`coalesce(${examOrders.dueAt}, 'infinity')`;

const { readPage, ids } = keyset<Filter['sort'], OrderRow>(examOrders.id, ({ id }) => id, {
  createDate: byDate(sql`${examOrders.createdAt}`, ({ createdAt }) => createdAt),
  dueAt: byDate(due, ({ dueAt }) => dueAt, 'infinity'),
});

const isShown = and(isNull(examOrders.deletedAt), hasActivePatient(examOrders.patientId));
const isOverdue = sql`${due} < now()`;

function matches(
  { state, overdue, idLaboratory, examType, from, to, search }: Filter,
  timeZone: string,
): SQL | undefined {
  const { createdAt } = examOrders;
  return and(
    isShown,
    state === undefined ? undefined : eq(examOrders.statusGroup, state),
    overdue ? isOverdue : undefined,
    idLaboratory === undefined ? undefined : eq(examOrders.partnerId, idLaboratory),
    examType === undefined
      ? undefined
      : sql`exists (select from ${examOrderStudies}
          where ${examOrderStudies.orderId} = ${examOrders.id} and ${examOrderStudies.examType} = ${examType})`,
    from === undefined ? undefined : gte(createdAt, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(createdAt, startOfDay(addDays(to, 1), timeZone)),
    matchesText(search),
  );
}

/** Condition for a complete folio, or for words of the patient's name, e-mail or phone. */
function matchesText(search: string | undefined): SQL | undefined {
  const matchesPatient = matchesSearch(patients.searchText, search);
  if (search === undefined || matchesPatient === undefined) return undefined;
  const folio = parseFolio(search);
  const matchedByName = sql`select named.id from ${examOrders} named
    where named.patient_id in (select ${patients.id} from ${patients} where ${matchesPatient})`;
  if (folio === null) return sql`${examOrders.id} in (${matchedByName})`;
  // With `or` instead of `union all`, PostgreSQL would read every order.
  return sql`${examOrders.id} in (
    select folios.id from ${examOrders} folios where folios.folio = ${folio} union all ${matchedByName})`;
}

/** One page of the orders of all patients, by keyset, with the number of orders in each state. */
export async function listAllOrders(
  db: Reader,
  input: z.output<typeof orderListInput>,
  { cursors, timeZone }: { readonly cursors: CursorCodec; readonly timeZone: string },
): Promise<OrderPage> {
  const where = matches(input, timeZone);
  const { page, nextCursor } = await readPage(input, cursors, selectOrders(db), where);
  const counts = await countOrders(db);
  const total = findStoredTotal(counts, input);
  return {
    orders: page.map(presentOrder),
    laboratory: await findLaboratory(db, input.idLaboratory),
    nextCursor,
    counts,
    ...(total === undefined
      ? await countRows(db, examOrders, where, input.search, MAX_FILTERED_TOTAL)
      : { total, totalIsCapped: false }),
  };
}

/** A study may have a million orders, whose exact count takes a second. */
const MAX_FILTERED_TOTAL = 10_000;

/** The total of all orders, of one state, or of overdue orders; undefined for any other filter. */
function findStoredTotal(
  counts: OrderPage['counts'],
  { overdue, state, search, idLaboratory, examType, from, to }: Filter,
): number | undefined {
  if (hasWords(search) || (idLaboratory ?? examType ?? from ?? to) !== undefined) return undefined;
  if (overdue) return state === undefined ? counts.overdue : undefined;
  const states: readonly OrderState[] = state === undefined ? orderStates : [state];
  return states.reduce((sum, orderState) => sum + counts[orderState], 0);
}

export const ordersList = defineExport<ListFilters<'orders'>, ListedOrder>({
  fileName: 'ordenes',
  ids: (filter, timeZone) => ids(filter.sort, examOrders, matches(filter, timeZone)),
  read: async (db, orderIds) => {
    const rows = await selectOrders(db).where(inArray(examOrders.id, orderIds));
    return rows.map(presentOrder);
  },
  getId: ({ idOrder }) => idOrder,
  getPersonIds: ({ idUser }) => [idUser],
  columns: [
    plain(orderTitles.folio, ({ folio }) => folio),
    plain(orderTitles.patient, ({ patient }) => patient.name),
    plain(orderTitles.study, ({ studies }) => studies.map(({ name }) => name).join('; ')),
    plain(orderTitles.laboratory, ({ partner }) => partner.name),
    plain('Sucursal', ({ branch }) => branch.name),
    time(orderTitles.due, ({ dueAt }) => dueAt),
    time(orderTitles.createDate, ({ createDate }) => createDate),
    time('Recibido', ({ receivedAt }) => receivedAt),
    time('Validado', ({ validatedAt }) => validatedAt),
    plain(orderTitles.state, ({ state }) => orderStateNames[state]),
    plain('Id', ({ idOrder }) => idOrder),
  ],
});

/** Number of orders in each state, and of overdue ones: stored counts minus the orders of deleted patients. */
export async function countOrders(db: Reader): Promise<OrderPage['counts']> {
  const stored = await storedCounts(db, 'exam_order');
  const hidden = await db
    .select({ state: examOrders.statusGroup, orders: count() })
    .from(patients)
    .innerJoin(examOrders, eq(examOrders.patientId, patients.id))
    .where(and(isNotNull(patients.deletedAt), isNull(examOrders.deletedAt)))
    .groupBy(examOrders.statusGroup);
  const counts = orderStates.map((state) => [
    state,
    (stored.get(state) ?? 0) - (hidden.find((row) => row.state === state)?.orders ?? 0),
  ]);
  return {
    ...(Object.fromEntries(counts) as Record<OrderState, number>),
    overdue: await db.$count(examOrders, and(isShown, isOverdue)),
  };
}

/** The laboratory of a filter; null for a deleted or unknown one. */
export async function findLaboratory(
  db: Reader,
  id: string | undefined,
): Promise<OrderPage['laboratory']> {
  if (id === undefined) return null;
  const [laboratory] = await db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(and(eq(partners.id, id), isNull(partners.deletedAt)));
  return laboratory ?? null;
}

type DownloadFilter = z.output<typeof downloadFilter>;

const NEWEST_FIRST = '-date';
const downloadPages = keyset<typeof NEWEST_FIRST, DownloadRow>(
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
  input: z.output<typeof downloadListInput>,
  { cursors, timeZone }: { readonly cursors: CursorCodec; readonly timeZone: string },
): Promise<DownloadPage> {
  const { page, nextCursor } = await downloadPages.readPage(
    { ...input, sort: NEWEST_FIRST },
    cursors,
    selectDownloads(db),
    matchesDownload(input, timeZone),
  );
  return {
    downloads: page.map(presentDownload),
    laboratory: await findLaboratory(db, input.idLaboratory),
    nextCursor,
    total: await db.$count(joinedDownloads, matchesDownload(input, timeZone)),
    totalIsCapped: false,
  };
}

const joinedDownloads = sql`${downloads} join ${examOrders} on ${examOrders.id} = ${downloads.orderId}
  join ${patients} on ${patients.id} = ${examOrders.patientId}`;

export const orderDownloadsList = defineExport<ListFilters<'orderDownloads'>, OrderDownload>({
  fileName: 'ordenes-de-examen',
  ids: (filter, timeZone) =>
    downloadPages.ids(NEWEST_FIRST, joinedDownloads, matchesDownload(filter, timeZone)),
  read: async (db, ids) => {
    const rows = await selectDownloads(db).where(inArray(downloads.id, ids.map(Number)));
    return rows.map(presentDownload);
  },
  getId: ({ idDownload }) => idDownload,
  getPersonIds: ({ patient }) => [patient.idUser],
  columns: [
    plain(downloadTitles.folio, ({ folio }) => folio),
    plain(downloadTitles.patient, ({ patient }) => patient.name),
    plain(downloadTitles.place, ({ partner }) => partner.name),
    plain('Sucursal', ({ branch }) => branch.name),
    plain(downloadTitles.exams, ({ exams }) => exams.join('; ')),
    plain(downloadTitles.downloadedBy, ({ downloadedBy }) => downloadedBy),
    time(downloadTitles.date, ({ date }) => date),
    plain('Id', ({ idDownload }) => Number(idDownload)),
  ],
});

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

function matchesDownload(
  { from, to, idLaboratory }: DownloadFilter,
  timeZone: string,
): SQL | undefined {
  return and(
    notDeleted,
    from === undefined ? undefined : gte(downloads.at, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(downloads.at, startOfDay(addDays(to, 1), timeZone)),
    idLaboratory === undefined ? undefined : eq(examOrders.partnerId, idLaboratory),
  );
}
