import { examName } from '@simiente/contract/exam-catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { files } from '../../schema/files.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { listed } from './read-orders.ts';
import type { OrderSheet } from './sheet/order-sheet.ts';

/** The content of an order's sheet, without zone and logo. */
export type SheetFacts = Omit<OrderSheet, 'timeZone' | 'logo'> & {
  readonly id: string;
  readonly logoKey: string | null;
};

/**
 * The content of an order's sheet. A branch or partner that was deleted since is included: the order was
 * made for it.
 * @throws Problem NOT_FOUND when the order does not exist, or it or its patient is deleted
 */
export async function readSheet(transaction: Transaction, id: string): Promise<SheetFacts> {
  const [row] = await transaction
    .select({
      id: examOrders.id,
      folio: examOrders.folio,
      createdAt: examOrders.createdAt,
      exams: examOrders.exams,
      patientName: patients.name,
      partnerName: partners.name,
      branchName: branches.name,
      address: branches.address,
      phone: branches.phone,
      logoKey: files.storageKey,
    })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId))
    .leftJoin(files, eq(files.id, partners.loginLogoId))
    .where(and(eq(examOrders.id, id), listed));
  if (!row) throw new Problem('NOT_FOUND');
  return { ...row, address: addressLine(row.address) || null, exams: row.exams.map(examName) };
}
