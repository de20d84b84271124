import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, instant } from './columns.ts';
import { branches, partners } from './partners.ts';
import { patients } from './patients.ts';

/** The order for exams that a patient takes to a branch. It is written once and never edited. */
export const examOrders = pgTable(
  'exam_orders',
  {
    id: text().primaryKey(),
    /** The number in a folio; it has gaps, and is unique. */
    folio: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    patientId: text()
      .notNull()
      .references(() => patients.id, { onDelete: 'cascade' }),
    branchId: text()
      .notNull()
      .references(() => branches.id),
    /** The partner of the branch. */
    partnerId: text()
      .notNull()
      .references(() => partners.id),
    /** As the branch has them: codes of the catalogue, or names. */
    exams: text().array().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text(),
    ...deletable(),
  },
  (table) => [
    index('exam_orders_patient').on(table.patientId, table.createdAt, table.id),
    index('exam_orders_partner').on(table.partnerId),
    index('exam_orders_branch').on(table.branchId),
    index('exam_orders_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('exam_orders_by_created')
      .on(table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Each download of an order's PDF. */
export const examOrderDownloads = pgTable(
  'exam_order_downloads',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text()
      .notNull()
      .references(() => examOrders.id, { onDelete: 'cascade' }),
    at: instant().notNull().defaultNow(),
    staffId: text(),
  },
  (table) => [
    index('exam_order_downloads_by_time').on(table.at, table.id),
    index('exam_order_downloads_order').on(table.orderId, table.at),
  ],
);
