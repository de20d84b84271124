import { createHash } from 'node:crypto';

export interface Secrets {
  readonly current: string;
  /** Earlier secrets, which still decrypt, and sign nothing. */
  readonly previous: readonly string[];
}

/**
 * The secrets with the numbers that the identity library needs: a ciphertext contains the number of its secret.
 * The number is derived from the secret, so that it need not be stored.
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
