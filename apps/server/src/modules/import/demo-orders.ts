import { buildExamOrders } from '@simiente/builders/exam-orders';
import type { BuilderContext } from '@simiente/builders/random';
import type { LegacyExport } from '@simiente/builders/records';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { asJson } from './demo-files.ts';

/**
 * Writes orders of exams and their downloads beside the imported demo data: exports have none. Nobody
 * made them, which tells them from those of the staff.
 */
export async function writeDemoOrders(
  transaction: Transaction,
  whole: LegacyExport,
  context: BuilderContext,
): Promise<void> {
  const orders = buildExamOrders(context, whole);
  await transaction.execute(sql`
    insert into exam_orders (id, patient_id, branch_id, partner_id, exams, created_at)
    select x."idOrder", x."idUser", x."idBranch", x."idPartner", x.exams, x."createDate"
      from json_to_recordset(${asJson(orders)})
           as x("idOrder" text, "idUser" text, "idBranch" text, "idPartner" text, exams text[], "createDate" timestamptz)
     order by x."createDate", x."idOrder"`);
  const downloads = orders.flatMap(({ idOrder, downloads }) =>
    downloads.map((at) => ({ idOrder, at })),
  );
  await transaction.execute(sql`
    insert into exam_order_downloads (order_id, at)
    select x."idOrder", x.at
      from json_to_recordset(${asJson(downloads)}) as x("idOrder" text, at timestamptz)
     order by x.at, x."idOrder"`);
}
