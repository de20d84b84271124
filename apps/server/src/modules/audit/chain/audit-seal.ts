import { checkpointFile } from './checkpoints.ts';
import { readSealKeys, type SealKeys } from './keys.ts';

/** The keys and the checkpoints of an installation's audit. */
export interface AuditSeal {
  readonly keys: SealKeys;
  /** The file of checkpoints. */
  readonly checkpoints: string;
}

/**
 * @param secret the key, or several separated by commas or lines: the first seals, the others did
 */
export function openAuditSeal(secret: string, dataDir: string): AuditSeal {
  return { keys: readSealKeys(secret), checkpoints: checkpointFile(dataDir) };
}
