import type { Capability } from '@simiente/contract/common/access/roles';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { nextVersion, nextVersionWithoutEdit } from '../../platform/database/records.ts';
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
  readonly capability: Capability;
  /** A record is restored only if its parent is not in the trash, because only the parent's page shows it. */
  readonly parent?: {
    readonly kind: 'patient' | 'partner';
    readonly table: typeof patients | typeof partners;
    readonly id: AnyPgColumn;
  };
  /** After the days in the trash, medical records are blocked; records of other kinds are purged. */
  readonly expiry: 'blocked' | 'purged';
  /** Further condition of the expiry. A record that does not meet it stays in the trash, unlisted. */
  readonly expiresIf?: SQL | undefined;
}

const patientParent = (id: AnyPgColumn) => ({ kind: 'patient', table: patients, id }) as const;

/**
 * The kinds that can be deleted, in processing order: orders before branches, and branches before partners, whose
 * changes include their other branches.
 */
export const trashKindRules = [
  {
    kind: 'patient',
    table: patients,
    capability: 'patients.edit',
    expiry: 'blocked',
    // A merged record stays as long as the kept one.
    expiresIf: and(isNull(patients.blockedAt), isNull(patients.mergedInto)),
  },
  {
    kind: 'exam',
    table: exams,
    capability: 'exams.edit',
    parent: patientParent(exams.patientId),
    expiry: 'blocked',
    expiresIf: isNull(exams.blockedAt),
  },
  {
    kind: 'exam_order',
    table: examOrders,
    capability: 'orders.create',
    parent: patientParent(examOrders.patientId),
    expiry: 'purged',
    // An order is part of the record of a blocked patient.
    expiresIf: sql`not exists (select from ${patients}
      where ${patients.id} = ${examOrders.patientId} and ${patients.blockedAt} is not null)`,
  },
  {
    kind: 'branch',
    table: branches,
    capability: 'directory.edit',
    parent: { kind: 'partner', table: partners, id: branches.partnerId },
    expiry: 'purged',
    expiresIf: sql`not exists (select from ${examOrders} where ${examOrders.branchId} = ${branches.id})`,
  },
  {
    kind: 'partner',
    table: partners,
    capability: 'directory.edit',
    expiry: 'purged',
    expiresIf: sql`not exists (select from ${branches} where ${branches.partnerId} = ${partners.id})
      and not exists (select from ${examOrders} where ${examOrders.partnerId} = ${partners.id})
      and not exists (select from ${exams} where ${exams.laboratoryId} = ${partners.id})
      and not exists (select from ${resultSets} where ${resultSets.laboratoryId} = ${partners.id})
      and not exists (select from ${receivedResults} where ${receivedResults.laboratoryId} = ${partners.id})
      and not exists (select from ${analyteRanges} where ${analyteRanges.laboratoryId} = ${partners.id})`,
  },
  { kind: 'prospect', table: prospects, capability: 'directory.edit', expiry: 'purged' },
] as const satisfies readonly KindRules[];

export type TrashKindRules = (typeof trashKindRules)[number];

/** The columns of a row's next version. An order has no version, because it is never edited. */
export function editedColumns(table: TrashTable) {
  return 'version' in table ? nextVersion(table) : {};
}

/** The version columns that a restore sets. */
export function restoredVersion(table: TrashTable) {
  return 'importedVersion' in table ? nextVersionWithoutEdit(table) : editedColumns(table);
}
