import type { Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import { activeIdentityVersion, lockIdentity } from '../../professional-identity/public.ts';
import { hashText } from '../review/working-copy.ts';

/**
 * Locks the professional identity of an account until commit.
 * @returns the version in force, with which the account signs
 * @throws Problem IDENTITY_NEEDED
 */
export async function lockSigner(transaction: Transaction, accountId: string): Promise<string> {
  await lockIdentity(transaction, accountId);
  const version = await activeIdentityVersion(transaction, accountId);
  if (version === null) throw new Problem('IDENTITY_NEEDED');
  return version;
}

/** Columns of the earlier digest, in addition to the patient and the number. */
const EARLIER_COLUMNS = [
  'id',
  'kind',
  'type',
  'text',
  'sentences',
  'fromDraft',
  'replaces',
  'reason',
  'patient',
  'findings',
  'acceptedSentence',
  'zone',
  'proof',
  'signerId',
  'identityVersionId',
] as const;

type Row = typeof reportVersions.$inferSelect;
type EarlierFrozen = Pick<Row, (typeof EARLIER_COLUMNS)[number] | 'patientId' | 'number'> &
  Partial<Pick<Row, 'writtenFor' | 'writtenNumber'>>;
type Frozen = EarlierFrozen &
  Pick<Row, 'acknowledgedAt' | 'verifyCode' | 'unedited'> &
  Partial<Pick<Row, 'results'>>;

/**
 * SHA-256 of everything that a signature freezes. It is also in the audit row, so that the audit chain covers it. The
 * insert trigger (`frozen_report`) computes the same digest, and rejects a version whose audit row has another digest.
 * This function does not trust the trigger, which the owner of the database may change.
 */
export function frozenDigest(version: Frozen): string {
  const { acknowledgedAt, verifyCode, unedited, results } = version;
  // The digests of early versions do not cover results.
  const parts = { ...toFrozenParts(version), verifyCode, unedited, ...(results && { results }) };
  return hashText(jsonbText({ ...parts, acknowledgedAt: acknowledgedAt?.getTime() ?? null }));
}

/** The digest of early versions, which covers fewer columns. The audit row has it as `frozen`. */
export const earlierDigest = (version: EarlierFrozen): string => hashFrozen(toFrozenParts(version));

const toFrozenParts = (version: EarlierFrozen): object => ({
  ...Object.fromEntries(EARLIER_COLUMNS.map((name) => [name, version[name]])),
  // A merge of patients changes both, and the signature covers the original values.
  patientId: version.writtenFor ?? version.patientId,
  number: version.writtenNumber ?? version.number,
});

/** A value in PostgreSQL's `jsonb` format: shorter names first, then by their bytes. */
export function jsonbText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => ({ bytes: Buffer.from(name), name, part }))
    .toSorted(
      (one, other) =>
        one.bytes.length - other.bytes.length || Buffer.compare(one.bytes, other.bytes),
    );
  return `{${entries.map(({ name, part }) => `${JSON.stringify(name)}: ${jsonbText(part)}`).join(', ')}}`;
}

type Withdrawal = Pick<
  typeof reportWithdrawals.$inferSelect,
  'versionId' | 'reason' | 'ofAnother' | 'signerId' | 'identityVersionId' | 'proof'
>;

/** The digest of a withdrawal. The audit row has it as `frozen`. */
export function withdrawalDigest(withdrawal: Withdrawal): string {
  const { versionId, reason, ofAnother, signerId, identityVersionId, proof } = withdrawal;
  const signed = { versionId, reason, signerId, identityVersionId, proof };
  return hashFrozen({ ...signed, ...(ofAnother && { ofAnother }) });
}

/** Sorts properties by their names, because PostgreSQL does not keep their order. */
const hashFrozen = (frozen: object) =>
  hashText(
    JSON.stringify(frozen, (_name, value: unknown) =>
      value === null || typeof value !== 'object' || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
          ),
    ),
  );
