import type { Branch, BranchAddress } from '@simiente/contract/branches/calls';
import type { StaleDetails } from '@simiente/contract/common/errors';
import { findExamCode } from '@simiente/contract/exams/catalogue';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { branches } from '../../schema/partners.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { lockPartner, readBranch } from './query.ts';

/**
 * @throws Problem NOT_FOUND when there is no such partner
 * @throws Problem PARTNER_DELETED
 */
export async function createBranch(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  partnerId: string,
  fields: BranchFields,
): Promise<Branch> {
  await lockPartner(transaction, partnerId);
  const id = newRecordId('brn');
  await transaction
    .insert(branches)
    .values({ id, partnerId, name: fields.name, ...branchValues(fields) });
  await writeAudit(transaction, context, {
    action: 'branch.created',
    subject: { kind: 'branch', id },
    details: { partner: partnerId },
  });
  return readBranch(transaction, id);
}

interface BranchEdit extends OptionalBranchFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the sent fields of a branch and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @throws Problem NOT_FOUND
 * @throws Problem PARTNER_DELETED when its partner, and with it the branch, is deleted
 * @throws Problem STALE_VERSION with the current branch
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
      details: { current: before } satisfies StaleDetails<Branch>,
      shows: { kind: 'branch', id },
    });
  }
  refuseUnknownExams(fields.exam_available ?? [], before);
  const was = toStoredValues(before);
  const changed = differing(was, branchValues(fields));
  if (Object.keys(changed).length === 0) return before;
  await transaction
    .update(branches)
    .set({ ...changed, version: sql`${branches.version} + 1`, updatedAt: sql`now()` })
    .where(eq(branches.id, id));
  await writeAudit(transaction, context, {
    action: 'branch.updated',
    subject: { kind: 'branch', id },
    details: {
      changes: toAuditChanges(context, id, was, changed, [
        'latitude',
        'longitude',
        'utm',
        'timeZone',
      ]),
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
  await lockPartner(transaction, row.partnerId);
  await transaction
    .select({ id: branches.id })
    .from(branches)
    .where(eq(branches.id, id))
    .for('no key update');
  return readBranch(transaction, id);
}

function refuseUnknownExams(exams: readonly string[], { exam_available: had }: Branch): void {
  const issues = exams.flatMap((exam, index) =>
    findExamCode(exam) !== undefined || had.includes(exam)
      ? []
      : [{ path: `exam_available.${index}`, message: 'Este examen no está en el catálogo.' }],
  );
  if (issues.length > 0) throw new Problem('CONFLICT', { issues });
}

function toStoredValues(
  before: Branch,
): Partial<Record<keyof ReturnType<typeof branchValues>, unknown>> {
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
    timeZone: before.timeZone,
  };
}

/** The fields that staff edit, validated by the contract. */
export type BranchFields = Pick<
  Branch,
  'name' | 'phone' | 'state' | 'website' | 'zip' | 'utm' | 'timeZone' | 'exam_available'
> & { readonly address: BranchAddress; readonly location: NonNullable<Branch['location']> };

type OptionalBranchFields = {
  readonly [Field in keyof BranchFields]?: BranchFields[Field] | undefined;
};

type Values = Partial<typeof branches.$inferInsert>;

/** The columns of fields; an absent field sets none. */
function branchValues({
  location,
  exam_available: exams,
  address,
  ...same
}: OptionalBranchFields): Values {
  return {
    ...same,
    ...(address !== undefined && { address: withoutEmptyParts(address) }),
    ...(location && { latitude: location.lat, longitude: location.lng }),
    ...(exams && { exams: [...new Set(exams.map((exam) => findExamCode(exam) ?? exam))] }),
  };
}

function withoutEmptyParts(address: BranchAddress): BranchAddress {
  if (typeof address === 'string') return address;
  return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ''));
}
