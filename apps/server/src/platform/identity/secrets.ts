import { createHash } from 'node:crypto';

export interface Secrets {
  readonly current: string;
  /** Earlier secrets, which are only used to decrypt. */
  readonly previous: readonly string[];
}

/**
 * The secrets with version numbers for the identity library, whose ciphertexts contain the number of their secret.
 * The numbers are derived from the secrets, so that they need not be stored.
 */
export function versionedSecrets({
  current,
  previous,
}: Secrets): { version: number; value: string }[] {
  const distinct = new Set([current, ...previous]);
  return [...distinct].map((value) => ({ version: deriveVersion(value), value }));
}

function deriveVersion(secret: string): number {
  return createHash('sha256').update('version:').update(secret).digest().readUIntBE(0, 6);
}
