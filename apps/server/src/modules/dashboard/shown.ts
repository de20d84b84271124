import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';

/** An exam that some screen shows: neither it nor its patient is deleted. */
export const isShownExam = and(isNull(exams.deletedAt), isNotOfTrashed(exams.patientId));

/** An order that some screen shows: neither it nor its patient is deleted. */
export const isShownOrder = and(isNull(examOrders.deletedAt), isNotOfTrashed(examOrders.patientId));

/** Few patients are deleted: excluding theirs costs less than joining all. */
function isNotOfTrashed(patientId: AnyPgColumn): SQL {
  return sql`not exists (select 1 from ${patients as PgTable}
    where ${patients.id} = ${patientId} and ${patients.deletedAt} is not null)`;
}

export function isOfTrashed(patientId: AnyPgColumn): SQL {
  return sql`${patientId} in (select ${patients.id} from ${patients as PgTable}
    where ${patients.deletedAt} is not null)`;
}
