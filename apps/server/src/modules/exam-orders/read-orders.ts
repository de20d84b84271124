import {
  type ExamOrder,
  formatFolio,
  type ListedOrder,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { nestedRows } from '../../platform/database/rows.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { staffName } from '../../schema/staff.ts';
import { expectPatient } from '../patients/public.ts';

/** Orders that are not deleted, nor their patients. */
export const notDeleted = and(isNull(examOrders.deletedAt), isNull(patients.deletedAt));

/**
 * A patient's orders, newest first.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 */
export async function listOrders(db: Reader, patientId: string): Promise<ExamOrder[]> {
  await expectPatient(db, patientId);
  return readOrders(db, eq(examOrders.patientId, patientId));
}

/** @throws Problem NOT_FOUND when the order does not exist, or it or its patient is deleted */
export async function readOrder(db: Reader, id: string): Promise<ExamOrder> {
  const [order] = await readOrders(db, eq(examOrders.id, id));
  if (!order) throw new Problem('NOT_FOUND');
  return order;
}

async function readOrders(db: Reader, where: SQL): Promise<ExamOrder[]> {
  const rows = await selectOrders(db)
    .where(and(where, notDeleted))
    .orderBy(desc(examOrders.createdAt), desc(examOrders.id));
  return rows.map((row) => {
    const { patient: _patient, ...order } = presentOrder(row);
    return order;
  });
}

/** The studies of an order with the exam that answers each, if it is not deleted. */
const studiesOf = nestedRows(
  {
    study: examOrderStudies.study,
    examType: examOrderStudies.examType,
    dueAt: examOrderStudies.dueAt,
    rejectedAt: examOrderStudies.rejectedAt,
    rejection: examOrderStudies.rejection,
    examId: exams.id,
    receivedAt: exams.createdAt,
    setId: resultSets.id,
    status: resultSets.status,
    validatedAt: resultSets.validatedAt,
  },
  sql`from ${examOrderStudies}
    left join ${exams} on ${exams.id} = ${examOrderStudies.examId} and ${exams.deletedAt} is null
    left join ${resultSets} on ${resultSets.examId} = ${exams.id}
    where ${examOrderStudies.orderId} = ${examOrders.id}
    order by ${examOrderStudies.position}`,
);

/** The columns of an order; the caller adds conditions and order. */
export function selectOrders(db: Reader) {
  return db
    .select({
      id: examOrders.id,
      folio: examOrders.folio,
      patientId: examOrders.patientId,
      exams: examOrders.exams,
      createdAt: examOrders.createdAt,
      createdBy: staffName(examOrders.createdBy, examOrders.createdAt),
      state: examOrders.statusGroup,
      dueAt: examOrders.dueAt,
      patient: { idUser: patients.id, name: patients.name },
      partner: { idPartner: partners.id, name: partners.name },
      branch: { idBranch: branches.id, name: branches.name },
      studies: studiesOf,
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

const latest = (all: readonly (Date | null)[]) =>
  all.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);

export function presentOrder(row: OrderRow): ListedOrder {
  const { id, folio, patientId, createdAt, lastDownload, dueAt, studies, ...order } = row;
  return {
    ...order,
    idOrder: id,
    folio: formatFolio(folio),
    idUser: patientId,
    exams: order.exams.map(examName),
    createDate: createdAt.toISOString(),
    lastDownload: (lastDownload as Date | null)?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    receivedAt: latest(studies.map(({ receivedAt }) => receivedAt))?.toISOString() ?? null,
    validatedAt: latest(studies.map(({ validatedAt }) => validatedAt))?.toISOString() ?? null,
    studies: studies.map(
      ({ study, examType, dueAt, rejectedAt, rejection, examId, setId, status }) => ({
        name: examName(study),
        examType,
        state:
          examId !== null
            ? status === 'validado'
              ? 'validado'
              : 'recibido'
            : rejectedAt === null
              ? 'pedido'
              : 'rechazada',
        dueAt: dueAt.toISOString(),
        rejection: examId === null && rejectedAt !== null ? (rejection ?? '') : null,
        idExam: examId,
        idResultSet: setId,
      }),
    ),
  };
}
