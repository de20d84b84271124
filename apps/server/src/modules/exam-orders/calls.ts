import { searchWords } from '@simiente/contract/common/search-words';
import type {
  examOrdersContract,
  NotOfferedDetails,
  newOrder,
  OrderBranch,
  StudyDays,
} from '@simiente/contract/exam-orders/calls';
import { DEFAULT_WAIT_DAYS } from '@simiente/contract/exam-orders/states';
import { examName, findExamCode } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { newRecordId, pick } from '../../platform/database/records.ts';
import { containsWord } from '../../platform/database/search.ts';
import { changing, idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { examOrderStudies, examOrders, studyWaits } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { audited, auditView, listedFilter, writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';
import { placeTimeZone, storedPlace } from '../schedules/public.ts';
import { orderPdf } from './download-order.ts';
import { listAllOrders, listDownloads } from './order-lists.ts';
import { isOpen, listOrders, readOrder, requestAgain } from './orders.ts';

export const examOrderCalls = (store: FileStore): Handlers<typeof examOrdersContract> => ({
  pdf: orderPdf(store),

  create: idempotent(
    'examOrders.create',
    createOrder,
    (transaction, context, { id }, { idUser: patientId }) =>
      showOrder(transaction, context, { id, patientId }),
  ),

  requestAgain: idempotent('examOrders.requestAgain', requestAgain, showOrder),

  list: audited(
    async ({ db }, { idUser }) => ({ orders: await listOrders(db, idUser) }),
    ({ idUser: id }) => ({
      action: 'patient.exam_orders_read',
      subject: { kind: 'patient', id },
    }),
  ),

  branches: audited(
    ({ db }, input) => searchBranches(db, input),
    ({ search, ...filter }, { branches }) => ({
      action: 'branches.listed',
      details: { filter: { ...filter, searched: search !== undefined }, count: branches.length },
    }),
  ),

  listAll: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listAllOrders(db, input, { cursors, timeZone }),
    (input, { orders }) => ({
      action: 'exam_orders.listed',
      details: { filter: listedFilter(input), count: orders.length },
      shown: orders.map(({ idUser }) => idUser),
    }),
  ),

  days: async ({ db }) => ({ studies: await readDays(db) }),
  setDays: changing(setDays, async (transaction) => ({ studies: await readDays(transaction) })),

  downloads: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listDownloads(db, input, { cursors, timeZone }),
    ({ cursor, ...filter }, { downloads }) => ({
      action: 'exam_order_downloads.listed',
      details: { filter: { ...filter, continued: cursor !== undefined }, count: downloads.length },
      shown: downloads.map(({ patient }) => patient.idUser),
    }),
  ),
});

async function showOrder(
  transaction: Transaction,
  context: StaffContext,
  { id, patientId }: { readonly id: string; readonly patientId: string },
) {
  await auditView(transaction, context, {
    action: 'exam_order.read',
    subject: { kind: 'exam_order', id },
    patientId,
  });
  return { order: await readOrder(transaction, id) };
}

/** Days after which an order is overdue, for every offered study and every other study with a setting. */
async function readDays(db: Reader): Promise<StudyDays[]> {
  const chosen = new Map(
    (await db.select().from(studyWaits)).map(({ examType, days }) => [examType, days]),
  );
  const types = [...new Set([...offeredExamTypes, ...[...chosen.keys()].toSorted()])];
  return types.map((examType) => ({
    examType,
    days: chosen.get(examType) ?? DEFAULT_WAIT_DAYS,
  }));
}

/** Changes the days after which a study is overdue, also for open orders. */
async function setDays(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { examType, days }: { readonly examType: string; readonly days: number },
): Promise<void> {
  const row = { days, changedAt: sql`now()`, changedBy: context.actor.id };
  await transaction
    .insert(studyWaits)
    .values({ examType, ...row })
    .onConflictDoUpdate({ target: studyWaits.examType, set: row });
  // Triggers derive an order's due time from its studies, and a study's when it is reopened.
  await transaction
    .update(examOrderStudies)
    .set({
      dueAt: sql`coalesce(${examOrderStudies.requestedAgainAt}, ${examOrders.createdAt}) + study_wait(${examType})`,
    })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.id, examOrderStudies.orderId),
        eq(examOrderStudies.examType, examType),
        isOpen,
      ),
    );
  await writeAudit(transaction, context, {
    action: 'exam_order_days.set',
    details: { type: examType, days },
  });
}

/**
 * Creates a patient's order for exams that a branch offers.
 * @returns its id; the database sets its folio
 * @throws Problem EXAM_NOT_OFFERED
 */
async function createOrder(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idUser, idBranch, exams }: z.output<typeof newOrder>,
): Promise<{ id: string }> {
  // The lock order everywhere is partner, branch, patient.
  const branch = await lockBranch(transaction, idBranch);
  await lockPatient(transaction, idUser);
  const examTypes = pickExams(branch.exams, exams);
  const id = newRecordId('ord');
  await transaction.insert(examOrders).values({
    id,
    patientId: idUser,
    branchId: idBranch,
    partnerId: branch.partnerId,
    exams: examTypes,
    createdBy: context.actor.id,
  });
  await writeAudit(transaction, context, {
    action: 'exam_order.created',
    subject: { kind: 'exam_order', id },
    patientId: idUser,
    // The names of exams are health data; their number is not.
    details: { branch: idBranch, exams: examTypes.length },
  });
  return { id };
}

/** Locks a branch, so that neither it nor its partner is deleted before commit. */
async function lockBranch(transaction: Transaction, id: string) {
  const [branch] = await transaction
    .select(pick(branches, ['partnerId', 'exams']))
    .from(partners)
    .innerJoin(branches, eq(branches.partnerId, partners.id))
    .where(and(eq(branches.id, id), isNull(branches.deletedAt), isNull(partners.deletedAt)))
    .for('share', { of: [partners, branches] });
  if (branch) return branch;
  throw toFieldProblem('NOT_FOUND', 'idBranch', 'Esta sucursal ya no existe');
}

/** The branches that match a search, of all partners, with the exams that they offer, by partner and name. */
export async function searchBranches(
  db: Reader,
  { search = '', limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<{ branches: OrderBranch[]; more: boolean }> {
  const rows = await db
    .select({
      idBranch: branches.id,
      ...pick(branches, ['name', 'state', 'address', 'exams']),
      partner: { idPartner: partners.id, name: partners.name },
      place: storedPlace,
    })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(
      and(
        isNull(branches.deletedAt),
        isNull(partners.deletedAt),
        // Users type the laboratory and the place together, so each word may match either.
        ...searchWords(search).map((word) =>
          or(containsWord(branches.searchText, word), containsWord(partners.searchText, word)),
        ),
      ),
    )
    .orderBy(
      sql`${partners.name} collate "es-x-icu"`,
      sql`${branches.name} collate "es-x-icu"`,
      branches.id,
    )
    .limit(limit + 1);
  return {
    branches: rows.slice(0, limit).map(({ place, ...row }) => ({
      ...row,
      timeZone: placeTimeZone(place),
      address: addressLine(row.address) || null,
      exams: [...groupByStudy(row.exams)].map(([study, exam]) => ({ exam, name: examName(study) })),
    })),
    more: rows.length > limit,
  };
}

function toStudyKey(exam: string): string {
  return findExamCode(exam) ?? exam.trim();
}

/** A branch's exams by study, without duplicates: some records have both code and name of an exam. */
function groupByStudy(exams: readonly string[]): ReadonlyMap<string, string> {
  const byStudy = new Map<string, string>();
  for (const exam of exams) {
    const study = toStudyKey(exam);
    if (study !== '' && !byStudy.has(study)) byStudy.set(study, exam);
  }
  return byStudy;
}

/**
 * The requested exams as the branch writes them, in its order.
 * @param requested by code or by name; duplicates count once
 * @throws Problem EXAM_NOT_OFFERED
 */
export function pickExams(exams: readonly string[], requested: readonly string[]): string[] {
  const offered = groupByStudy(exams);
  const studies = new Set(requested.map(toStudyKey));
  const missing = [...studies].filter((study) => !offered.has(study)).map(examName);
  if (missing.length === 0) {
    return [...offered].flatMap(([study, exam]) => (studies.has(study) ? [exam] : []));
  }
  throw new Problem('EXAM_NOT_OFFERED', {
    issues: [{ path: 'exams', message: `La sucursal no ofrece: ${missing.join(', ')}` }],
    details: { exams: missing } satisfies NotOfferedDetails,
  });
}
