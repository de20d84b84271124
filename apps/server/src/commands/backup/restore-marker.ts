import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { StartupError } from '../../platform/startup-error.ts';

/** While it exists, the restoration of this data folder is unfinished, and no server starts on it. */
export function markerOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'restoring');
}

/** What the audit says of a restoration, of which no other says the same. */
interface Restoration {
  readonly moment: string | null;
  readonly restoredAt: string;
}

export async function writeMarker(
  config: Pick<Config, 'dataDir'>,
  moment: string | null,
): Promise<void> {
  const restoration: Restoration = { moment, restoredAt: new Date().toISOString() };
  await writeFile(markerOf(config), JSON.stringify(restoration), { mode: 0o600 });
}

export async function readMarker(config: Pick<Config, 'dataDir'>): Promise<Restoration> {
  return JSON.parse(await readFile(markerOf(config), 'utf8'));
}

/** @throws StartupError where a restoration was interrupted after the database got its place */
export function refuseUnfinished(config: Pick<Config, 'dataDir'>): void {
  if (!existsSync(markerOf(config))) return;
  throw new StartupError(
    'restore-unfinished',
    `La restauración de ${config.dataDir} no terminó: repite «simiente restore --to» para acabarla.`,
  );
}
