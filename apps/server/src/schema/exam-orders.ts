import { orderStates } from '@simiente/contract/exam-orders/states';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { deletable, instant, refersTo } from './columns.ts';
import { exams } from './exams.ts';
import { branches, partners } from './partners.ts';
import { patients } from './patients.ts';

/** A patient's order for exams at a branch. It is never edited. */
export const examOrders = pgTable(
  'exam_orders',
  {
    id: text().primaryKey(),
    /** The unique number in a folio; there may be gaps. */
    folio: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
    patientId: refersTo(() => patients.id, 'cascade'),
    branchId: refersTo(() => branches.id),
    partnerId: refersTo(() => partners.id),
    /** Codes of the catalogue or names, in the branch's spelling. */
    exams: text().array().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text(),
    /** State of the order. Triggers derive it, with `dueAt`, from downloads, exams and results. */
    statusGroup: text({ enum: orderStates }).notNull().default('pedido'),
    /** The earliest due time of its studies that are not received. */
    dueAt: instant(),
    ...deletable(),
  },
  (table) => [
    index('exam_orders_patient').on(table.patientId, table.createdAt, table.id),
    index('exam_orders_partner').on(table.partnerId),
    index('exam_orders_branch').on(table.branchId),
    index('exam_orders_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
    index('exam_orders_by_created').on(table.createdAt, table.id).where(isNull(table.deletedAt)),
    index('exam_orders_by_state')
      .on(table.statusGroup, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    index('exam_orders_due')
      // With the column itself, overdue orders can be counted in the index alone.
      .on(sql`coalesce(${table.dueAt}, 'infinity')`, table.id, table.dueAt)
      .where(isNull(table.deletedAt)),
  ],
);

/** The studies of each order, which a trigger writes from `exams`, and their exams. */
export const examOrderStudies = pgTable(
  'exam_order_studies',
  {
    orderId: refersTo(() => examOrders.id, 'cascade'),
    /** Position in `exams`, from 1. */
    position: integer().notNull(),
    study: text().notNull(),
    examType: text().notNull(),
    dueAt: instant().notNull(),
    examId: text().references(() => exams.id, { onDelete: 'set null' }),
    /** Time and reason of the laboratory's rejection. The reason stays when the study is requested again. */
    rejectedAt: instant(),
    rejection: text(),
    /** Start of the wait after the study was requested again. */
    requestedAgainAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('exam_order_studies_exam').on(table.examId),
    index('exam_order_studies_type').on(table.examType, table.orderId),
  ],
);

/** Days after which an order for a study is overdue, for studies that do not use the default. */
export const studyWaits = pgTable('study_waits', {
  examType: text().primaryKey(),
  days: integer().notNull(),
  changedAt: instant().notNull().defaultNow(),
  changedBy: text(),
});

export const examOrderDownloads = pgTable(
  'exam_order_downloads',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: refersTo(() => examOrders.id, 'cascade'),
    at: instant().notNull().defaultNow(),
    staffId: text(),
  },
  (table) => [
    index('exam_order_downloads_by_time').on(table.at, table.id),
    index('exam_order_downloads_order').on(table.orderId, table.at),
  ],
);
