import { createHash } from 'node:crypto';

/** Bytes. */
export const SEAL_KEY_LENGTH = 32;

export interface SealKey {
  /** Identifies a key without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The current sealing key, and earlier ones, which still verify their seals. */
export interface SealKeys {
  readonly current: SealKey;
  readonly byId: ReadonlyMap<string, SealKey>;
}

/**
 * @param secret one key, or several separated by commas or lines: the first seals, the others did
 */
export function readSealKeys(secret: string): SealKeys {
  const [current, ...earlier] = secret
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(deriveKey);
  if (!current) throw new Error('A seal needs a key');
  return { current, byId: new Map([...earlier, current].map((key) => [key.id, key])) };
}

function deriveKey(text: string): SealKey {
  const digest = (use: string) => createHash('sha256').update(`audit ${use}\n${text}`).digest();
  return { id: digest('key id').toString('hex').slice(0, 12), bytes: digest('key') };
}
