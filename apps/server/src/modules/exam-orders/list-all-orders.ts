import { addDays, startOfDay } from '@simiente/contract/common/days';
import {
  type ListedOrder,
  type OrderPage,
  type orderFilter,
  type orderListInput,
  parseFolio,
} from '@simiente/contract/exam-orders/calls';
import { type OrderState, orderStates } from '@simiente/contract/exam-orders/states';
import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { isTerm, matchesSearch } from '../../platform/database/search.ts';
import { examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { hasActivePatient } from '../appointments/public.ts';
import { storedCounts } from '../record-counts/public.ts';
import { type OrderRow, presentOrders, selectOrders } from './orders.ts';

type Filter = z.output<typeof orderFilter>;

/** The expression of the index `exam_orders_due`. */
const due = sql`coalesce(${examOrders.dueAt}, 'infinity')`;

const { orderBy, readPage } = keyset<Filter['sort'], OrderRow>(examOrders.id, ({ id }) => id, {
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

/** Condition for a whole folio, or for words of the patient's name, e-mail or phone. */
function matchesText(search: string | undefined): SQL | undefined {
  const isNamed = matchesSearch(patients.searchText, search);
  if (search === undefined || isNamed === undefined) return undefined;
  const folio = parseFolio(search);
  const matchedByName = sql`select named.id from ${examOrders} named
    where named.patient_id in (select ${patients.id} from ${patients} where ${isNamed})`;
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
  const { page, nextCursor } = await readPage(input, cursors, ({ next, inOrder, limit }) =>
    selectOrders(db)
      .where(and(matches(input, timeZone), next))
      .orderBy(...inOrder)
      .limit(limit),
  );
  const where = matches(input, timeZone);
  const counts = await countOrders(db);
  return {
    orders: await presentOrders(db, page),
    laboratory: await findLaboratory(db, input.idLaboratory),
    nextCursor,
    counts,
    ...(hasStoredTotal(input)
      ? toStoredTotal(counts, input)
      : await countRows(db, examOrders, where, input.search, LARGEST_FILTERED_TOTAL)),
  };
}

/** A study may have a million orders, whose exact count takes a second. */
const LARGEST_FILTERED_TOTAL = 10_000;

/** Whether the stored counts have the total of a filter: without search, and by state or overdue at most. */
const hasStoredTotal = ({ overdue, search, ...filter }: Filter) =>
  !(overdue && filter.state !== undefined) &&
  !isTerm(search) &&
  [filter.idLaboratory, filter.examType, filter.from, filter.to].every(
    (value) => value === undefined,
  );

function toStoredTotal(counts: OrderPage['counts'], { overdue, state }: Filter) {
  const states: readonly OrderState[] = state === undefined ? orderStates : [state];
  const total = overdue
    ? counts.overdue
    : states.reduce((sum, orderState) => sum + counts[orderState], 0);
  return { total, totalIsCapped: false };
}

export function orderIds(db: Reader, filter: Filter, timeZone: string): SQLWrapper {
  return db
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(matches(filter, timeZone))
    .orderBy(...orderBy(filter.sort));
}

export async function readListedOrders(db: Reader, ids: string[]): Promise<ListedOrder[]> {
  return presentOrders(db, await selectOrders(db).where(inArray(examOrders.id, ids)));
}

/** Number of orders in each state, and of overdue ones: stored counts minus the orders of deleted patients. */
export async function countOrders(db: Reader): Promise<OrderPage['counts']> {
  const stored = await storedCounts(db, 'exam_order');
  const hidden = await db
    .select({ state: examOrders.statusGroup, orders: count() })
    .from(patients)
    .innerJoin(examOrders, eq(examOrders.patientId, patients.id))
    .where(and(isNotNull(patients.deletedAt), isNull(examOrders.deletedAt)))
    .groupBy(examOrders.statusGroup);
  const countState = (state: OrderState) =>
    (stored.get(state) ?? 0) - (hidden.find((row) => row.state === state)?.orders ?? 0);
  return {
    pedido: countState('pedido'),
    descargado: countState('descargado'),
    rechazada: countState('rechazada'),
    recibido: countState('recibido'),
    validado: countState('validado'),
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
