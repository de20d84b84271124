import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { StartupError } from '../../platform/startup-error.ts';

/** While it exists, the restoration of this data folder is unfinished, and no server starts on it. */
export function markerOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'restoring');
}

/** @throws StartupError where a restoration was interrupted after the database got its place */
export function refuseUnfinished(config: Pick<Config, 'dataDir'>): void {
  if (!existsSync(markerOf(config))) return;
  throw new StartupError(
    'restore-unfinished',
    `La restauración de ${config.dataDir} no terminó: repite «simiente restore --to» para acabarla.`,
  );
}
