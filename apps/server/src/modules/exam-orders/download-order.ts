import {
  type examOrdersContract,
  formatFolio,
  orderPdfName,
} from '@simiente/contract/exam-orders/calls';
import { examName } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { files } from '../../schema/files.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { auditView, writeAudit } from '../audit/public.ts';
import { lockOrder, notDeleted } from './orders.ts';
import type { OrderSheet } from './sheet/sheet.ts';

/**
 * The PDF of an order, created for each request. A download is counted after the PDF is created and before its first
 * byte is sent. A failed request and a HEAD do not count. Ranges are ignored, so that one download is one request.
 */
export function orderPdf(store: FileStore): Handlers<typeof examOrdersContract.pdf> {
  return {
    route: { config: { cost: 'pdf' } },
    head: async ({ db }, { id }) => ({
      headers: createHeaders(await readSheet(db, id)),
      content: null,
    }),
    handle: async (context, { id }) => {
      const { db, log, clinicTimeZone: timeZone } = context;
      const sheetContent = await readSheet(db, id);
      // Fonts and the drawing library are large, so they are loaded for the first sheet.
      const { readLogo } = await import('../../platform/paper/logo.ts');
      const { makeSheet } = await import('./sheet/sheet.ts');
      const { logoKey, ...sheet } = sheetContent;
      const logo = logoKey === null ? null : await readLogo(store, logoKey, log);
      const pdf = await makeSheet({ ...sheet, timeZone, logo });
      await db.transaction((transaction) => recordDownload(transaction, context, id));
      return { headers: createHeaders(sheetContent), content: pdf };
    },
  };
}

function createHeaders({ folio }: SheetContent) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${orderPdfName(formatFolio(folio))}"`,
    'accept-ranges': 'none',
  };
}

/** Counts and audits a download of an order's PDF. A retry with the same Idempotency-Key is not counted again. */
async function recordDownload(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'idempotencyKey'>,
  orderId: string,
): Promise<void> {
  const { patientId } = await lockOrder(transaction, orderId);
  await withIdempotencyKey(
    transaction,
    context,
    { call: 'examOrders.pdf', input: { id: orderId } },
    async () => {
      await transaction.insert(examOrderDownloads).values({ orderId, staffId: context.actor.id });
      await writeAudit(transaction, context, {
        action: 'exam_order.downloaded',
        subject: { kind: 'exam_order', id: orderId },
        patientId,
      });
      return { id: orderId };
    },
  );
  // A retry is not counted, but it sends the data again, so it is audited as a view.
  await auditView(transaction, context, {
    action: 'exam_order.read',
    subject: { kind: 'exam_order', id: orderId },
    patientId,
  });
}

type SheetContent = Omit<OrderSheet, 'timeZone' | 'logo'> & { readonly logoKey: string | null };

/** The content of an order's sheet, even if its branch or partner was deleted afterwards. */
async function readSheet(db: Reader, id: string): Promise<SheetContent> {
  const [row] = await db
    .select({
      ...pick(examOrders, ['folio', 'createdAt', 'exams']),
      patientName: patients.name,
      partnerName: partners.name,
      branchName: branches.name,
      ...pick(branches, ['address', 'phone']),
      logoKey: files.storageKey,
    })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId))
    .leftJoin(files, eq(files.id, partners.loginLogoId))
    .where(and(eq(examOrders.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return { ...row, address: addressLine(row.address) || null, exams: row.exams.map(examName) };
}
