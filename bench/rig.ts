import type { Cluster } from './cluster.ts';
import type { Load } from './load/load.ts';
import type { Effort } from './measure.ts';
import type { Findings } from './measurements/row.ts';
import type { Stage } from './stage.ts';

/** Patients of the database for which the targets are set. */
export const TARGET_SIZE = 100_000;

/** The largest requested size up to the target size, otherwise the smallest. */
export function nearestTargetSize(sizes: readonly number[]): number {
  const below = sizes.filter((size) => size <= TARGET_SIZE);
  return below.length === 0 ? Math.min(...sizes) : Math.max(...below);
}

/** The context of a part that opens its own stage. */
export interface Rig {
  readonly cluster: Cluster;
  readonly load: Load;
  readonly effort: Effort;
  /** Whether a call is measured, by its name. */
  readonly isChosen: (name: string) => boolean;
  /** The requested sizes of databases. */
  readonly sizes: readonly number[];
}

/** A part that is measured at every size, on a shared stage. */
export type StagePart = (
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
) => Promise<Findings>;

/** A part that is measured once. */
export type RigPart = (rig: Rig) => Promise<Findings>;
