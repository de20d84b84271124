import type { Capability } from '@simiente/contract/common/access/roles';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { nextVersion } from '../../platform/database/records.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { analyteRanges, receivedResults, resultSets } from '../../schema/results.ts';

type TrashTable =
  | typeof patients
  | typeof exams
  | typeof examOrders
  | typeof partners
  | typeof branches
  | typeof prospects;

interface KindRules {
  readonly kind: RecordKind;
  readonly table: TrashTable;
  /** Capability that an account needs to delete one record of the kind. */
  readonly edits: Capability;
  /** The record without which no screen would show a restored one. */
  readonly parent?: {
    readonly kind: 'patient' | 'partner';
    readonly table: typeof patients | typeof partners;
    readonly id: AnyPgColumn;
  };
  /** After the days in the trash, medical records are blocked, and others purged, under this condition. */
  readonly end: 'blocked' | 'purged';
  readonly endsIf?: SQL | undefined;
}

const patientParent = (id: AnyPgColumn) => ({ kind: 'patient', table: patients, id }) as const;

/**
 * The kinds that can be deleted, in processing order: orders before branches, and branches before partners, which
 * include their other branches.
 */
export const trashKinds = [
  {
    kind: 'patient',
    table: patients,
    edits: 'patients.edit',
    end: 'blocked',
    // A merged record stays as long as the kept one.
    endsIf: and(isNull(patients.blockedAt), isNull(patients.mergedInto)),
  },
  {
    kind: 'exam',
    table: exams,
    edits: 'exams.edit',
    parent: patientParent(exams.patientId),
    end: 'blocked',
    endsIf: isNull(exams.blockedAt),
  },
  {
    kind: 'exam_order',
    table: examOrders,
    edits: 'orders.create',
    parent: patientParent(examOrders.patientId),
    end: 'purged',
    // An exam of a blocked patient is part of their record.
    endsIf: sql`not exists (select from ${patients}
      where ${patients.id} = ${examOrders.patientId} and ${patients.blockedAt} is not null)`,
  },
  {
    kind: 'branch',
    table: branches,
    edits: 'directory.edit',
    parent: { kind: 'partner', table: partners, id: branches.partnerId },
    end: 'purged',
    endsIf: sql`not exists (select from ${examOrders} where ${examOrders.branchId} = ${branches.id})`,
  },
  {
    kind: 'partner',
    table: partners,
    edits: 'directory.edit',
    end: 'purged',
    endsIf: sql`not exists (select from ${branches} where ${branches.partnerId} = ${partners.id})
      and not exists (select from ${examOrders} where ${examOrders.partnerId} = ${partners.id})
      and not exists (select from ${exams} where ${exams.laboratoryId} = ${partners.id})
      and not exists (select from ${resultSets} where ${resultSets.laboratoryId} = ${partners.id})
      and not exists (select from ${receivedResults} where ${receivedResults.laboratoryId} = ${partners.id})
      and not exists (select from ${analyteRanges} where ${analyteRanges.laboratoryId} = ${partners.id})`,
  },
  { kind: 'prospect', table: prospects, edits: 'directory.edit', end: 'purged' },
] as const satisfies readonly KindRules[];

export type TrashKind = (typeof trashKinds)[number];

/** The columns that a deletion sets on a row with a version. An order has none, because it is never edited. */
export function editedColumns(table: TrashTable) {
  return 'version' in table ? nextVersion(table) : {};
}

/**
 * The version columns that a restore sets. A restore is not an edit, so a row that staff did not edit since its import
 * still belongs to the import.
 */
export function restoredVersion(table: TrashTable) {
  if (!('importedVersion' in table)) return editedColumns(table);
  const isUnedited = sql`${table.importedVersion} = ${table.version} - 1`;
  return {
    ...editedColumns(table),
    importedVersion: sql`case when ${isUnedited} then ${table.version} + 1 else ${table.importedVersion} end`,
  };
}
