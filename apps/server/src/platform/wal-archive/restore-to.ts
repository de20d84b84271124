import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Binaries } from '../postgres/binaries.ts';
import type { Layout } from '../postgres/layout.ts';
import { DATABASE } from '../postgres/prepare-database.ts';
import { giveOwnership, type RunAs } from '../postgres/run-as.ts';
import { ensureSecret } from '../postgres/secrets.ts';
import { StartupError } from '../system-errors.ts';
import type { Archive } from './archive.ts';
import { type ListedBase, listBases } from './base-copy.ts';
import { formatMoment, queryCluster, recover } from './recover.ts';

interface RestorePlace {
  readonly layout: Layout;
  /** Stops the started work, when it aborts. */
  readonly signal: AbortSignal;
  readonly binaries: Binaries;
  /** The zone in which moments are named. */
  readonly timeZone: string;
  readonly runAs: RunAs;
}

interface RestoredMoment<Later> {
  readonly base: ListedBase;
  readonly secrets: Readonly<Record<string, string>>;
  /** Later acts that `lookLater` found in the newest data; null when the newest data were restored. */
  readonly later: Later | null;
  /** The last archived segment, if a gap before it could not be passed. */
  readonly beyondGap: string | null;
  /** When the last recovered transaction was committed. */
  readonly lastMoment: Date;
  /** Names of base copies that are damaged; recovery started from others. */
  readonly damaged: readonly string[];
}

interface RestoreWork<Later> {
  /** Reads the database as it was at the end of the archive, which is not kept. */
  lookLater(client: Client): Promise<Later>;
  /** Changes the restored database, which came from a copy of that moment, before it gets its place. */
  prepare(client: Client, madeAt: string): Promise<void>;
  /** Runs before the database gets its place. */
  keep(restored: RestoredMoment<Later>): Promise<void>;
}

/**
 * Restores a cluster as it was at a moment, in an empty folder.
 * @param until null for the end of the archive
 * @throws StartupError when the archive does not reach the moment
 */
export async function restoreMoment<Later>(
  archive: Archive,
  place: RestorePlace,
  until: Date | null,
  { lookLater, prepare, keep }: RestoreWork<Later>,
): Promise<RestoredMoment<Later>> {
  const { layout } = place;
  const { complete: bases, damaged } = await listBases(archive);
  const base = baseFor(bases, until, place.timeZone);
  const last = bases.at(-1) ?? base;
  const password = await ensureSecret(layout.secrets, 'superuser');
  const home = path.dirname(layout.cluster);
  const inside = async (name: string) => {
    const folder = path.join(home, name);
    await mkdir(folder, { mode: 0o711 });
    await giveOwnership(place.runAs, folder);
    return { ...place, draft: folder, password };
  };
  let later: Later | null = null;
  if (until !== null) {
    const everything = await recover(archive, last, null, await inside('everything'));
    later = await queryCluster(everything, { password, database: DATABASE }, lookLater);
    await rm(path.join(home, 'everything'), { recursive: true, force: true });
  }
  const recovered = await recover(archive, base, until, await inside('moment'));
  await queryCluster(recovered, { password, database: DATABASE }, (client) =>
    prepare(client, base.madeAt),
  );
  const { cluster, secrets, beyondGap, lastMoment } = recovered;
  const restored = { base, secrets, later, beyondGap, lastMoment, damaged };
  await keep(restored);
  await rename(cluster.layout.cluster, layout.cluster);
  await rm(path.join(home, 'moment'), { recursive: true, force: true });
  return restored;
}

function baseFor(bases: readonly ListedBase[], until: Date | null, timeZone: string): ListedBase {
  const [first] = bases;
  if (first === undefined) {
    throw new StartupError(
      'wal-archive-empty',
      'WAL_ARCHIVE no tiene ninguna copia completa de la base: no hay de dónde restaurar.',
    );
  }
  const base =
    until === null ? bases.at(-1) : bases.findLast(({ madeAt }) => new Date(madeAt) <= until);
  if (base !== undefined) return base;
  throw new StartupError(
    'moment-too-early',
    `Los datos archivados empiezan en «${formatMoment(new Date(first.madeAt), timeZone)}»: indica un momento posterior.`,
  );
}
