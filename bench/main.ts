import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCluster } from './cluster.ts';
import type { Findings } from './figures/row.ts';
import { startLoad } from './load/load.ts';
import { describeRun } from './machine.ts';
import type { Effort } from './measure.ts';
import { readOptions } from './options.ts';
import { documentOf, tableOf } from './report/markdown.ts';
import { measureAgainstLimit } from './rows/against-limit.ts';
import { measureBounded } from './rows/bounded.ts';
import { openStage } from './stage.ts';
import { warmUp } from './warm-up.ts';

/** Share of a measurement that goes before it, uncounted. */
const WARM_UP = 0.25;

const ofStage = { limit: measureAgainstLimit, bounded: measureBounded } as const;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const about = describeRun();
  const duration = options.seconds * 1000;
  const effort: Effort = { rounds: options.rounds, duration, warmUp: duration * WARM_UP };
  const isChosen = (name: string) =>
    options.only.length === 0 || options.only.some((word) => name.includes(word));
  const findings: Findings[] = [];
  const cluster = await openCluster(console.log);
  const load = startLoad();
  try {
    for (const size of options.sizes) {
      const stage = await openStage(cluster, size);
      try {
        await warmUp(stage, load);
        for (const part of options.parts) {
          const found = await ofStage[part](stage, load, effort, isChosen);
          if (found.rows.length === 0) continue;
          console.log(`\n${tableOf(found)}`);
          findings.push(found);
        }
      } finally {
        await stage.close();
      }
    }
  } finally {
    await load.stop();
    await cluster.close();
  }
  await writeFile(path.join(import.meta.dirname, 'results.md'), documentOf(about, findings));
}

await main();
