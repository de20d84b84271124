import { createHash } from 'node:crypto';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import { activeIdentityVersion } from '../../professional-identity/public.ts';

/**
 * The version of its professional identity with which an account signs now.
 * @throws Problem IDENTITY_NEEDED
 */
export async function requireSigner(db: Reader, accountId: string): Promise<string> {
  const version = await activeIdentityVersion(db, accountId);
  if (version === null) throw new Problem('IDENTITY_NEEDED');
  return version;
}

type Row = typeof reportVersions.$inferSelect;
type FrozenBefore = Pick<
  Row,
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
> &
  Partial<Pick<Row, 'writtenFor' | 'writtenNumber'>>;
type Frozen = FrozenBefore &
  Pick<Row, 'acknowledgedAt' | 'verifyCode' | 'unedited'> &
  Partial<Pick<Row, 'results'>>;

/**
 * SHA-256 of everything that a signature freezes. It is also in the audit row, so that the chain covers it. The
 * insert trigger (`frozen_report`) computes the same digest and rejects a version whose audit row has another one.
 * This function does not trust the database, whose owner may change its functions.
 */
export function frozenDigest(version: Frozen): string {
  const { acknowledgedAt, verifyCode, unedited, results } = version;
  // Versions from before results were frozen have a digest without them.
  const parts = { ...toFrozenParts(version), verifyCode, unedited, ...(results && { results }) };
  return hashText(jsonbText({ ...parts, acknowledgedAt: acknowledgedAt?.getTime() ?? null }));
}

/** The earlier digest, which lacked some parts of a signature; the audit row calls it `frozen`. */
export const earlierDigest = (version: FrozenBefore): string => hashFrozen(toFrozenParts(version));

function toFrozenParts(version: FrozenBefore): object {
  const { id, kind, type, text, sentences, fromDraft, replaces, reason } = version;
  // A merge of patients changes both, and the signature covers the original values.
  const patientId = version.writtenFor ?? version.patientId;
  const number = version.writtenNumber ?? version.number;
  const { patient, findings, acceptedSentence, zone, proof, signerId, identityVersionId } = version;
  const content = {
    id,
    patientId,
    kind,
    number,
    type,
    text,
    sentences,
    fromDraft,
    replaces,
    reason,
  };
  const signed = { patient, findings, acceptedSentence, zone, proof, signerId, identityVersionId };
  return { ...content, ...signed };
}

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

/** The digest of a withdrawal, as in its audit row. */
export function withdrawalDigest(withdrawal: Withdrawal): string {
  const { versionId, reason, ofAnother, signerId, identityVersionId, proof } = withdrawal;
  const signed = { versionId, reason, signerId, identityVersionId, proof };
  return hashFrozen({ ...signed, ...(ofAnother && { ofAnother }) });
}

const hashText = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** Hashes properties in the order of their names, because PostgreSQL keeps no other order. */
const hashFrozen = (frozen: object) => hashText(JSON.stringify(inOrder(frozen)));

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
