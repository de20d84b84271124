import { checkpointFile } from './checkpoints.ts';
import { readSealKeys, type SealKeys } from './keys.ts';

/** What an installation seals its audit with. */
export interface AuditSeal {
  readonly keys: SealKeys;
  /** The file in which the end of the chain is written down now and then. */
  readonly checkpoints: string;
}

/** @param secret the key, or several parted by commas or lines: the first seals, the others did */
export function openAuditSeal(secret: string, dataDir: string): AuditSeal {
  return { keys: readSealKeys(secret), checkpoints: checkpointFile(dataDir) };
}
