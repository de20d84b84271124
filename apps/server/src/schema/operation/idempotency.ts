import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactJson, instant } from '../columns.ts';

/** The answer to a change with an Idempotency-Key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text().notNull(),
    key: text().notNull(),
    requestDigest: text().notNull(),
    answer: exactJson().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.key] })],
);
