import {
  type ExamOrder,
  formatFolio,
  type ListedOrder,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { staffName } from '../../schema/staff.ts';
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
