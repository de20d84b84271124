import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';

/** An exam that some screen shows: it is not in the bin, and neither is its patient. */
export const isShownExam = and(isNull(exams.deletedAt), isNotOfBinned(exams.patientId));

/** An order that some screen shows: it is not in the bin, and neither is its patient. */
export const isShownOrder = and(isNull(examOrders.deletedAt), isNotOfBinned(examOrders.patientId));

/** Few are in the bin: to leave out theirs costs less than to look up everybody else. */
function isNotOfBinned(patientId: AnyPgColumn): SQL {
  return sql`not exists (select 1 from ${patients as PgTable}
    where ${patients.id} = ${patientId} and ${patients.deletedAt} is not null)`;
}

/** The others: what is theirs is not shown. */
export function isOfBinned(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
