import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Every id that a record of any kind has or had. A trigger on each table fills it, so that an id is
 * never reused, and a deletion can refer to any kind.
 */
export const recordIds = pgTable('record_ids', {
  id: text().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
});
