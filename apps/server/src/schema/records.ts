import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Every id that a record of any kind has or had. The database itself fills it (a trigger on each
 * table), so that one id never names two records and a deletion can name any kind.
 */
export const recordIds = pgTable('record_ids', {
  id: text().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
});
