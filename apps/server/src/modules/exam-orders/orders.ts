import {
  type ExamOrder,
  formatFolio,
  type ListedOrder,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { isoText, pick, toWire } from '../../platform/database/records.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
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
  return rows.map(presentOrder).map(({ patient: _patient, ...order }) => order);
}

interface Progress extends Pick<ListedOrder, 'receivedAt' | 'validatedAt'> {
  readonly studies: readonly (Omit<ListedOrder['studies'][number], 'name'> & { study: string })[];
}

/** The studies of an order, each with the exam that answers it, unless the exam is deleted. */
const progress = sql<Progress>`(
  select jsonb_build_object('receivedAt', ${isoText('max(x.created_at)')},
    'validatedAt', ${isoText('max(v.validated_at)')},
    'studies', coalesce(jsonb_agg(jsonb_build_object('study', s.study, 'examType', s.exam_type,
      'state', case when x.id is not null then case v.status when 'validado' then 'validado' else 'recibido' end
        when s.rejected_at is null then 'pedido' else 'rechazada' end,
      'dueAt', ${isoText('s.due_at')},
      'rejection', case when x.id is null and s.rejected_at is not null then coalesce(s.rejection, '') end,
      'idExam', x.id, 'idResultSet', v.id) order by s.position), '[]'))
  from exam_order_studies s left join exams x on x.id = s.exam_id and x.deleted_at is null
  left join result_sets v on v.exam_id = x.id where s.order_id = ${examOrders.id})`;

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
      progress,
    })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId));
}
export type OrderRow = Awaited<ReturnType<typeof selectOrders>>[number];

export function presentOrder(row: OrderRow): ListedOrder {
  const { id, folio, patientId, createdAt, dueAt, progress: stored, ...order } = row;
  return {
    ...order,
    ...stored,
    idOrder: id,
    folio: formatFolio(folio),
    idUser: patientId,
    exams: order.exams.map(examName),
    createDate: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    studies: stored.studies.map(({ study, ...facts }) => ({ name: examName(study), ...facts })),
  };
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
  await lockBeforeStudies(transaction, orderId);
  const { rowCount } = await transaction
    .update(examOrderStudies)
    .set({ examId, rejectedAt: null })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.id, examOrderStudies.orderId),
        eq(examOrders.id, orderId),
        eq(examOrders.patientId, patientId),
        isNull(examOrders.deletedAt),
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
export async function findOpenOrders(
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
   * The order that the folio names. If undefined, the patient's only order that waits for the study at the laboratory
   * is meant.
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
  await lockBeforeStudies(transaction, order.id);
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

/** Locks an order before its studies, as `requestAgain` does. A trigger would lock it after them, and could deadlock. */
const lockBeforeStudies = (transaction: Transaction, id: string) =>
  transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(eq(examOrders.id, id))
    .for('no key update');

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

/** Reopens the studies of an order that the laboratory rejected. A repeated call has no effect. */
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
