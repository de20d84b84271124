import { createHash } from 'node:crypto';

/** What signs and encrypts. */
export interface Secrets {
  readonly current: string;
  /** Still read what was encrypted before the current one came; they sign nothing. */
  readonly previous: readonly string[];
}

/**
 * The secrets as the identity library numbers them: the number is written into whatever is encrypted,
 * and says later which of them opens it. Made from the secret itself, it needs no place to be kept in.
 */
export function versionedSecrets({
  current,
  previous,
}: Secrets): { version: number; value: string }[] {
  const distinct = new Set([current, ...previous]);
  return [...distinct].map((value) => ({ version: versionOf(value), value }));
}

function versionOf(secret: string): number {
  return createHash('sha256').update('version:').update(secret).digest().readUIntBE(0, 6);
}
