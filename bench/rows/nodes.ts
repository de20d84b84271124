import { availableParallelism } from 'node:os';
import { mixedReads } from '../calls.ts';
import type { Load } from '../load/load.ts';
import { startLoad } from '../load/load.ts';
import type { Outcome } from '../load/request.ts';
import type { Effort } from '../measure.ts';
import { formatNumber, spread } from '../measurements/format.ts';
import type { Findings } from '../measurements/row.ts';
import { compareThroughput, toSpread } from '../measurements/statistics.ts';
import { type Stage, withFreshProduct } from '../stage.ts';

/** Milliseconds of warm-up of the second server. */
const WARM_UP = 8_000;

/** Compares the same reads of the same users with one process, and with two on one PostgreSQL. */
export async function measureNodes(stage: Stage, load: Load, effort: Effort): Promise<Findings> {
  const requests = mixedReads(stage.sample);
  const { authorizations } = stage;
  const half = Math.ceil(authorizations.length / 2);
  const other = startLoad();
  const [one, two]: [number[], number[]] = [[], []];
  try {
    await withFreshProduct(stage, async ({ url }) => {
      const task = { requests, from: 0, warmUp: effort.warmUp, duration: effort.duration };
      const run = (by: Load, at: string, people: readonly string[], warmUp = task.warmUp) =>
        by.run({ ...task, url: at, authorizations: people, warmUp });
      await run(other, url, authorizations, WARM_UP);
      for (let round = 0; round < effort.rounds; round += 1) {
        one.push((await run(load, stage.product.url, authorizations)).throughput);
        const both = await Promise.all([
          run(load, stage.product.url, authorizations.slice(0, half)),
          run(other, url, authorizations.slice(half)),
        ]);
        two.push(both.reduce((sum, { throughput }: Outcome) => sum + throughput, 0));
      }
    });
  } finally {
    await other.stop();
  }
  return {
    title: `One and two processes on one PostgreSQL, ${formatNumber(stage.patients)} patients`,
    rows: [
      {
        name: 'mixed reads, 2 processes',
        target: 'reads grow until PostgreSQL is the limit',
        measured: `${spread(compareThroughput(two, one))} times those of one`,
        reached: null,
        note: `${spread(toSpread(two), '/s')} against ${spread(toSpread(one), '/s')}. On ${availableParallelism()} processors, shared with PostgreSQL and the clients: the processor is the limit there, so no target is set`,
      },
    ],
  };
}
