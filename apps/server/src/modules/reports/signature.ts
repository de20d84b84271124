import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { reportVersions, reportWithdrawals } from '../../schema/reports.ts';
import { activeIdentityVersion } from '../professional-identity/public.ts';

/**
 * The version of its professional identity with which an account signs now.
 * @throws Problem IDENTITY_NEEDED
 */
export async function requireSigner(db: Reader, accountId: string): Promise<string> {
  const version = await activeIdentityVersion(db, accountId);
  if (version === null) throw new Problem('IDENTITY_NEEDED');
  return version;
}

type Frozen = Pick<
  typeof reportVersions.$inferSelect,
  | 'id'
  | 'patientId'
  | 'kind'
  | 'number'
  | 'type'
  | 'text'
  | 'sentences'
  | 'fromDraft'
  | 'replaces'
  | 'reason'
  | 'patient'
  | 'findings'
  | 'acceptedSentence'
  | 'zone'
  | 'proof'
  | 'signerId'
  | 'identityVersionId'
>;

/**
 * SHA-256 of what a signature freezes, which the audit's row has, so that the chain covers all of it. Properties are
 * taken in the order of their names: PostgreSQL does not keep another.
 */
export function frozenDigest(version: Frozen): string {
  const { id, patientId, kind, number, type, text, sentences, fromDraft, replaces, reason } =
    version;
  const { patient, findings, acceptedSentence, zone, proof, signerId, identityVersionId } = version;
  const said = { id, patientId, kind, number, type, text, sentences, fromDraft, replaces, reason };
  const signed = { patient, findings, acceptedSentence, zone, proof, signerId, identityVersionId };
  return digestOf({ ...said, ...signed });
}

type Withdrawal = Pick<
  typeof reportWithdrawals.$inferSelect,
  'versionId' | 'reason' | 'signerId' | 'identityVersionId' | 'proof'
>;

/** The same of a withdrawal. */
export function withdrawalDigest(withdrawal: Withdrawal): string {
  const { versionId, reason, signerId, identityVersionId, proof } = withdrawal;
  return digestOf({ versionId, reason, signerId, identityVersionId, proof });
}

const digestOf = (frozen: object) =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(frozen)))
    .digest('hex');

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}
