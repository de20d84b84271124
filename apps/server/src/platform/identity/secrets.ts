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
  return [...distinct].map((value) => {
    const digest = createHash('sha256').update('version:').update(value).digest();
    return { version: digest.readUIntBE(0, 6), value };
  });
}
