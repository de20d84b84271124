import {
  type ExamOrder,
  formatFolio,
  type ListedOrder,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { staffName } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { expectPatient } from '../patients/public.ts';

/** Condition for orders that are not deleted, of patients who are not deleted. */
export const notDeleted = and(isNull(examOrders.deletedAt), isNull(patients.deletedAt));

export async function listOrders(db: Reader, patientId: string): Promise<ExamOrder[]> {
  await expectPatient(db, patientId);
  return readOrders(db, eq(examOrders.patientId, patientId));
}

export async function readOrder(db: Reader, id: string): Promise<ExamOrder> {
  const [order] = await readOrders(db, eq(examOrders.id, id));
  if (!order) throw new Problem('NOT_FOUND');
  return order;
}

async function readOrders(db: Reader, where: SQL): Promise<ExamOrder[]> {
  const rows = await selectOrders(db)
    .where(and(where, notDeleted))
    .orderBy(desc(examOrders.createdAt), desc(examOrders.id));
  const orders = await presentOrders(db, rows);
  return orders.map(({ patient: _patient, ...order }) => order);
}

/** The studies of orders, each with the exam that answers it, unless the exam is deleted. */
function selectStudies(db: Reader, orders: readonly string[]) {
  return db
    .select({
      ...pick(examOrderStudies, ['orderId', 'study', 'examType', 'dueAt', 'rejectedAt']),
      rejection: examOrderStudies.rejection,
      examId: exams.id,
      receivedAt: exams.createdAt,
      setId: resultSets.id,
      status: resultSets.status,
      validatedAt: resultSets.validatedAt,
    })
    .from(examOrderStudies)
    .leftJoin(exams, and(eq(exams.id, examOrderStudies.examId), isNull(exams.deletedAt)))
    .leftJoin(resultSets, eq(resultSets.examId, exams.id))
    .where(inArray(examOrderStudies.orderId, [...orders]))
    .orderBy(examOrderStudies.orderId, examOrderStudies.position);
}
type StudyRow = Awaited<ReturnType<typeof selectStudies>>[number];

export function selectOrders(db: Reader) {
  return db
    .select({
      ...pick(examOrders, ['id', 'folio', 'patientId', 'exams', 'createdAt']),
      createdBy: staffName(examOrders.createdBy, examOrders.createdAt),
      state: examOrders.statusGroup,
      dueAt: examOrders.dueAt,
      patient: { idUser: patients.id, name: patients.name },
      partner: { idPartner: partners.id, name: partners.name },
      branch: { idBranch: branches.id, name: branches.name },
      downloads: sql<number>`(select count(*)::int from ${examOrderDownloads} where ${examOrderDownloads.orderId} = ${examOrders.id})`,
      lastDownload:
        sql`(select max(${examOrderDownloads.at}) from ${examOrderDownloads} where ${examOrderDownloads.orderId} = ${examOrders.id})`.mapWith(
          examOrderDownloads.at,
        ),
    })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId));
}
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

/** The latest instant as ISO text, which sorts by time; null without any. */
const findLatest = (instants: readonly (Date | null)[]) =>
  instants
    .flatMap((instant) => instant?.toISOString() ?? [])
    .toSorted()
    .at(-1) ?? null;

export async function presentOrders(db: Reader, rows: readonly OrderRow[]): Promise<ListedOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const studies = Map.groupBy(await selectStudies(db, ids), ({ orderId }) => orderId);
  return rows.map((row) => presentOrder(row, studies.get(row.id) ?? []));
}

function presentOrder(row: OrderRow, studies: readonly StudyRow[]): ListedOrder {
  const { id, folio, patientId, createdAt, lastDownload, dueAt, ...order } = row;
  return {
    ...order,
    idOrder: id,
    folio: formatFolio(folio),
    idUser: patientId,
    exams: order.exams.map(examName),
    createDate: createdAt.toISOString(),
    lastDownload: (lastDownload as Date | null)?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    receivedAt: findLatest(studies.map(({ receivedAt }) => receivedAt)),
    validatedAt: findLatest(studies.map(({ validatedAt }) => validatedAt)),
    studies: studies.map((study) => ({
      name: examName(study.study),
      examType: study.examType,
      state: toStudyState(study),
      dueAt: study.dueAt.toISOString(),
      rejection: toStudyState(study) === 'rechazada' ? (study.rejection ?? '') : null,
      idExam: study.examId,
      idResultSet: study.setId,
    })),
  };
}

function toStudyState({ examId, status, rejectedAt }: StudyRow) {
  if (examId !== null) return status === 'validado' ? 'validado' : 'recibido';
  return rejectedAt === null ? 'pedido' : 'rechazada';
}

/** Condition for a study without an exam, or whose exam was deleted. */
export const isOpen = or(
  isNull(examOrderStudies.examId),
  sql`exists (select from ${exams} where ${exams.id} = ${examOrderStudies.examId} and ${exams.deletedAt} is not null)`,
);

/**
 * Links an exam to an order, whose state then follows the exam. The previous order of the exam becomes open again.
 * @throws Problem ORDER_NOT_OPEN if the order belongs to another patient, or does not wait for this study
 */
export async function linkOrder(
  transaction: Transaction,
  link: Readonly<Record<'orderId' | 'patientId' | 'examType' | 'examId', string>>,
): Promise<void> {
  const { orderId, patientId, examType, examId } = link;
  const [order] = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.id, orderId),
        eq(examOrders.patientId, patientId),
        isNull(examOrders.deletedAt),
      ),
    )
    .for('update');
  const { rowCount } = await transaction
    .update(examOrderStudies)
    .set({ examId, rejectedAt: null })
    .where(
      and(
        eq(examOrderStudies.orderId, order?.id ?? ''),
        eq(examOrderStudies.examType, examType),
        or(isOpen, eq(examOrderStudies.examId, examId)),
      ),
    );
  if (rowCount === 0) {
    const message = 'Esa orden no incluye este estudio o ya tiene su resultado.';
    throw toFieldProblem('ORDER_NOT_OPEN', 'idOrder', message);
  }
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(and(eq(examOrderStudies.examId, examId), ne(examOrderStudies.orderId, orderId)));
}

export async function unlinkOrder(transaction: Transaction, examId: string): Promise<void> {
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(eq(examOrderStudies.examId, examId));
}

/** The orders of a patient that wait for a study, of one laboratory or all, newest first. */
export async function openOrders(
  db: Reader,
  patientId: string,
  examType: string,
  laboratoryId?: string | null,
) {
  const rows = await db
    .select({
      idOrder: examOrders.id,
      folio: examOrders.folio,
      createDate: examOrders.createdAt,
    })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.patientId, patientId),
        isNull(examOrders.deletedAt),
        laboratoryId == null ? undefined : eq(examOrders.partnerId, laboratoryId),
        sql`exists (select from ${examOrderStudies}
          where ${examOrderStudies.orderId} = ${examOrders.id}
            and ${and(eq(examOrderStudies.examType, examType), isOpen)})`,
      ),
    )
    .orderBy(desc(examOrders.createdAt), desc(examOrders.id));
  return rows.map(({ folio, ...order }) => ({ ...toWire(order), folio: formatFolio(folio) }));
}

interface RejectedStudy {
  /**
   * The order that the folio names; without a folio, the only order of the patient that waits for the study at the
   * laboratory.
   */
  readonly orderId: string | undefined;
  readonly patientId: string;
  readonly laboratoryId: string;
  readonly examType: string;
  /** The reason in the words of the laboratory. */
  readonly reason: string;
}

/**
 * Records that a laboratory rejected a study of an order. The study stays open.
 * @returns whether exactly one order matches
 */
export async function rejectStudy(
  transaction: Transaction,
  act: Act,
  { orderId, patientId, laboratoryId, examType, reason }: RejectedStudy,
  { dryRun = false } = {},
): Promise<boolean> {
  const [order, ...others] = await transaction
    .selectDistinct({ id: examOrders.id })
    .from(examOrderStudies)
    .innerJoin(examOrders, eq(examOrders.id, examOrderStudies.orderId))
    .where(
      and(
        eq(examOrders.patientId, patientId),
        orderId === undefined ? eq(examOrders.partnerId, laboratoryId) : eq(examOrders.id, orderId),
        isNull(examOrders.deletedAt),
        eq(examOrderStudies.examType, examType),
        isOpen,
      ),
    );
  if (order === undefined || others.length > 0) return false;
  if (dryRun) return true;
  await transaction
    .update(examOrderStudies)
    .set({ rejectedAt: sql`now()`, rejection: reason })
    .where(
      and(eq(examOrderStudies.orderId, order.id), eq(examOrderStudies.examType, examType), isOpen),
    );
  await writeAudit(transaction, act, {
    action: 'exam_order.rejected',
    subject: { kind: 'exam_order', id: order.id },
    patientId,
  });
  return true;
}

/** Locks an order until commit. */
export async function lockOrder(transaction: Transaction, id: string) {
  const [order] = await transaction
    .select(pick(examOrders, ['id', 'patientId']))
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .where(and(eq(examOrders.id, id), notDeleted))
    .for('no key update', { of: examOrders });
  if (order === undefined) throw new Problem('NOT_FOUND');
  return order;
}

/** Reopens the studies of an order that its laboratory rejected. Repeating it has no effect. */
export async function requestAgain(
  transaction: Transaction,
  act: Act,
  { idOrder }: { readonly idOrder: string },
): Promise<{ id: string; patientId: string }> {
  const order = await lockOrder(transaction, idOrder);
  const { rowCount } = await transaction
    .update(examOrderStudies)
    .set({ rejectedAt: null, requestedAgainAt: sql`now()` })
    .where(and(eq(examOrderStudies.orderId, idOrder), isNotNull(examOrderStudies.rejectedAt)));
  if (rowCount) {
    await writeAudit(transaction, act, {
      action: 'exam_order.requested_again',
      subject: { kind: 'exam_order', id: idOrder },
      patientId: order.patientId,
    });
  }
  return order;
}
