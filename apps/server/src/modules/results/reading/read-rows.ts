import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { files } from '../../../schema/files.ts';
import { partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import {
  receivedResults,
  resultCorrections,
  resultSets,
  resultValues,
} from '../../../schema/results.ts';
import { staffName } from '../../../schema/staff.ts';

export const setNotDeleted = and(isNull(exams.deletedAt), isNull(patients.deletedAt));

/** The order that the exam answers, at most one. */
const examOrder = sql<{ idOrder: string; folio: number } | null>`(
  select json_build_object('idOrder', o.id, 'folio', o.folio)
    from ${examOrderStudies} s join ${examOrders} o on o.id = s.order_id and o.deleted_at is null
   where s.exam_id = ${exams.id} limit 1)`;

/** The accounts that typed current values or sample facts of a set. */
const setTypists = sql<readonly string[]>`array(
  select v.entered_by from ${resultValues} v
   where v.set_id = ${resultSets.id} and v.entered_by is not null
     and not exists (select from ${resultValues} later where later.replaces = v.id)
  union select ${resultSets.enteredBy} where ${resultSets.enteredBy} is not null)`;

/** Whether the laboratory may still change a current value. */
const hasPreliminary = sql<boolean>`exists (
  select from ${resultValues} v
   where v.set_id = ${resultSets.id} and v.preliminary and not v.withdrawn
     and not exists (select from ${resultValues} later where later.replaces = v.id))`;

/** Other values of the laboratory that wait for a decision. Until then the set is on hold. */
const waitingForSet = sql<Pick<
  typeof receivedResults.$inferSelect,
  'id' | 'reason' | 'values'
> | null>`(
  select json_build_object('id', r.id, 'reason', r.reason, 'values', r.values) from ${receivedResults} r
   where r.set_id = ${resultSets.id} and r.state = 'waiting' order by r.arrived_at limit 1)`;

/** The account that assigned a received or moved set. */
const setAssigner = sql<string | null>`coalesce(
  (select c.by from ${resultCorrections} c where c.set_id = ${resultSets.id} and c.kind = 'movedIn'),
  (select r.done_by from ${receivedResults} r
    where r.set_id = ${resultSets.id} and r.state = 'assigned' limit 1))`;

/** Samples of unknown days come last. */
const newestFirst = [
  sql`${resultSets.collectedAt} desc nulls last`,
  desc(resultSets.enteredAt),
  desc(resultSets.id),
];

export function selectSets(
  db: Reader,
  where: SQL | undefined,
  inOrder: readonly (SQL | AnyPgColumn)[] = newestFirst,
) {
  return db
    .select({
      ...getTableColumns(resultSets),
      patientName: patients.name,
      examType: exams.type,
      externalUrl: exams.externalUrl,
      fileId: files.id,
      fileName: files.name,
      mediaType: files.mediaType,
      order: examOrder,
      isBeforeBirth: sql<boolean>`coalesce(${resultSets.collectedAt} < ${patients.birthDate}, false)`,
      laboratoryName: partners.name,
      enteredByName: staffName(resultSets.enteredBy, resultSets.enteredAt),
      typists: setTypists,
      assigner: setAssigner,
      isPreliminary: hasPreliminary,
      waiting: waitingForSet,
      validatedByName: staffName(resultSets.validatedBy, resultSets.validatedAt),
      criticalSeenByName: staffName(resultSets.criticalSeenBy, resultSets.criticalSeenAt),
      secondReadingByName: staffName(resultSets.secondReadingBy, resultSets.secondReadingAt),
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .leftJoin(files, eq(files.id, exams.fileId))
    .leftJoin(partners, eq(partners.id, resultSets.laboratoryId))
    .where(and(where, setNotDeleted))
    .orderBy(...inOrder);
}
export type SetRow = Awaited<ReturnType<typeof selectSets>>[number];

export const selectSetIds = (db: Reader, where: SQL | undefined) =>
  db
    .select({ id: resultSets.id })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(and(where, setNotDeleted));

export function selectValues(db: Reader, setIds: readonly string[]) {
  return db
    .select({
      ...getTableColumns(resultValues),
      enteredByName: staffName(resultValues.enteredBy, resultValues.enteredAt),
    })
    .from(resultValues)
    .where(inArray(resultValues.setId, [...setIds]))
    .orderBy(resultValues.setId, resultValues.position, resultValues.enteredAt, resultValues.id);
}
export type ValueRow = Awaited<ReturnType<typeof selectValues>>[number];

/** The set to or from which results were moved. */
const others = alias(resultSets, 'others');

/** The corrections of some sets, newest first. */
export function selectCorrections(db: Reader, setIds: readonly string[]) {
  return db
    .select({
      ...pick(resultCorrections, ['id', 'setId', 'at', 'kind', 'reason', 'factsBefore']),
      validatedAt: resultCorrections.validatedAt,
      by: staffName(resultCorrections.by, resultCorrections.at),
      otherPatientId: patients.id,
      laboratoryBefore: partners.name,
      validatedByName: staffName(resultCorrections.validatedBy, resultCorrections.validatedAt),
    })
    .from(resultCorrections)
    .leftJoin(partners, sql`${partners.id} = ${resultCorrections.factsBefore} ->> 'laboratoryId'`)
    .leftJoin(others, eq(others.id, resultCorrections.otherSetId))
    .leftJoin(patients, and(eq(patients.id, others.patientId), isNull(patients.deletedAt)))
    .where(inArray(resultCorrections.setId, [...setIds]))
    .orderBy(desc(resultCorrections.id));
}
export type CorrectionRow = Awaited<ReturnType<typeof selectCorrections>>[number];
