import { type ExamOrder, formatFolio } from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
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
  const rows = await db
    .select({
      id: examOrders.id,
      folio: examOrders.folio,
      patientId: examOrders.patientId,
      exams: examOrders.exams,
      createdAt: examOrders.createdAt,
      createdBy: staff.name,
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
    .innerJoin(branches, eq(branches.id, examOrders.branchId))
    .leftJoin(staff, eq(staff.id, examOrders.createdBy))
    .where(and(where, notDeleted))
    .orderBy(desc(examOrders.createdAt), desc(examOrders.id));
  return rows.map(({ id, folio, patientId, exams, createdAt, lastDownload, ...row }) => ({
    idOrder: id,
    folio: formatFolio(folio),
    idUser: patientId,
    exams: exams.map(examName),
    createDate: createdAt.toISOString(),
    lastDownload: (lastDownload as Date | null)?.toISOString() ?? null,
    ...row,
  }));
}
