import type { MissingParents } from '@simiente/contract/trash/calls';
import { and, eq, inArray, isNotNull, notInArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import type { TrashKind } from './kinds.ts';

/** The parent of each kind of record, without which a restored record could not be found. */
const parents = {
  exam: { kind: 'patient', table: exams, parent: patients, parentId: exams.patientId },
  exam_order: {
    kind: 'patient',
    table: examOrders,
    parent: patients,
    parentId: examOrders.patientId,
  },
  branch: { kind: 'partner', table: branches, parent: partners, parentId: branches.partnerId },
} as const;

/**
 * Refuses to restore records whose parent stays in the trash.
 * @param wanted all records to restore, which may include parents
 * @throws Problem RESTORE_PARENT_DELETED with those parents, by name
 */
export async function refuseOrphans(
  transaction: Transaction,
  { kind }: Pick<TrashKind, 'kind'>,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  if (kind !== 'exam' && kind !== 'exam_order' && kind !== 'branch') return;
  const { table, parent, parentId, kind: parentKind } = parents[kind];
  const missing = await transaction
    .selectDistinct({ id: parent.id, name: parent.name })
    .from(table)
    .innerJoin(parent, eq(parent.id, parentId))
    .where(
      and(
        inArray(table.id, [...ids]),
        isNotNull(parent.deletedAt),
        notInArray(parent.id, [...wanted]),
      ),
    )
    .orderBy(parent.name, parent.id);
  if (missing.length === 0) return;
  const details: MissingParents = {
    parents: missing.map((found) => ({ kind: parentKind, ...found })),
  };
  throw new Problem('RESTORE_PARENT_DELETED', {
    details,
    shows: missing.map(({ id }) => ({
      kind: parentKind,
      id,
      ...(parentKind === 'patient' ? { patientId: id } : {}),
    })),
  });
}
