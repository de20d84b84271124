import { isDeepStrictEqual } from 'node:util';
import type { Branch, StaleBranchDetails } from '@simiente/contract/branches';
import { examCodeOf } from '@simiente/contract/exam-catalogue';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { branches } from '../../schema/partners.ts';
import { changesOf, recordAudit } from '../audit/public.ts';
import { branchValues, type OptionalBranchFields } from './branch-values.ts';
import { holdPartner } from './find-partner.ts';
import { readBranch } from './read-branch.ts';

export interface BranchEdit extends OptionalBranchFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the sent fields of a branch and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @throws Problem NOT_FOUND
 * @throws Problem PARTNER_DELETED when its partner, and with it the branch, is deleted
 * @throws Problem STALE_VERSION with the branch as it is now
 * @throws Problem CONFLICT for an exam that neither the catalogue nor this branch has
 */
export async function updateBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'digest'>,
  { id, version, ...fields }: BranchEdit,
): Promise<Branch> {
  const before = await lockBranch(transaction, id);
  if (version !== undefined && version !== before.version) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StaleBranchDetails,
      shows: { kind: 'branch', id },
    });
  }
  refuseUnknownExams(fields.exam_available ?? [], before);
  const values = branchValues(fields);
  const was = valuesOf(before);
  const changed = (Object.keys(values) as (keyof typeof values)[]).filter(
    (name) => !isDeepStrictEqual(was[name], values[name]),
  );
  if (changed.length === 0) return before;
  const next = Object.fromEntries(changed.map((name) => [name, values[name]]));
  await transaction
    .update(branches)
    .set({ ...values, version: sql`${branches.version} + 1`, updatedAt: sql`now()` })
    .where(eq(branches.id, id));
  await recordAudit(transaction, context, {
    action: 'branch.updated',
    subject: { kind: 'branch', id },
    details: {
      changes: changesOf(context, id, was, next, ['latitude', 'longitude', 'utm']),
      version: before.version + 1,
    },
  });
  return readBranch(transaction, id);
}

/** Locks a branch; its partner is locked first, as in a deletion. */
async function lockBranch(transaction: Transaction, id: string): Promise<Branch> {
  const [row] = await transaction
    .select({ partnerId: branches.partnerId })
    .from(branches)
    .where(eq(branches.id, id));
  if (!row) throw new Problem('NOT_FOUND');
  await holdPartner(transaction, row.partnerId);
  await transaction
    .select({ id: branches.id })
    .from(branches)
    .where(eq(branches.id, id))
    .for('no key update');
  return readBranch(transaction, id);
}

function refuseUnknownExams(exams: readonly string[], { exam_available: had }: Branch): void {
  const issues = exams.flatMap((exam, index) =>
    examCodeOf(exam) !== undefined || had.includes(exam)
      ? []
      : [{ path: `exam_available.${index}`, message: 'Este examen no está en el catálogo.' }],
  );
  if (issues.length > 0) throw new Problem('CONFLICT', { issues });
}

function valuesOf(before: Branch): Partial<Record<keyof ReturnType<typeof branchValues>, unknown>> {
  return {
    name: before.name,
    address: before.address,
    latitude: before.location?.lat ?? null,
    longitude: before.location?.lng ?? null,
    phone: before.phone,
    state: before.state,
    website: before.website,
    zip: before.zip,
    exams: before.exam_available,
    utm: before.utm,
  };
}
