import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Cluster, DATA } from './cluster.ts';
import { startLoad } from './load/load.ts';
import { describeRun } from './machine.ts';
import type { Findings } from './measurements/row.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { formatDocument, formatTable } from './report/markdown.ts';
import { nearestTargetSize, type Rig, type StagePart } from './rig.ts';
import { openStage } from './stage.ts';
import { warmUp } from './warm-up.ts';

const PARTIAL = path.join(DATA, 'partial');
/** Share of a measurement for its uncounted warm-up. */
const WARM_UP = 0.25;

async function main(options: Options): Promise<void> {
  const about = describeRun(options);
  const cluster = await Cluster.open(console.log);
  const load = startLoad();
  const duration = options.seconds * 1000;
  const { rounds, sizes, only } = options;
  const rig: Rig = {
    cluster,
    load,
    effort: { rounds, duration, warmUp: duration * WARM_UP },
    isChosen: (name) => only.length === 0 || only.some((word) => name.includes(word)),
    sizes,
  };
  const findings: Findings[] = [];
  const report = (found: Findings) => {
    if (found.rows.length === 0) return;
    console.log(`\n${formatTable(found)}`);
    findings.push(found);
  };
  try {
    for (const size of sizes) {
      const targeted = size === nearestTargetSize(sizes) ? options.targetSizeParts : [];
      await measureSize(size, [...options.everySizeParts, ...targeted], rig, report);
    }
    for (const measure of options.rigParts) report(await measure(rig));
  } catch (error) {
    // A failure at the end must not lose an hour of measurements.
    await writeDocument(about, findings, PARTIAL);
    throw error;
  } finally {
    await load.stop();
    await cluster.close();
  }
  await writeDocument(about, findings, options.isComplete ? import.meta.dirname : PARTIAL);
}

async function measureSize(
  size: number,
  parts: readonly StagePart[],
  { cluster, load, effort, isChosen }: Rig,
  report: (found: Findings) => void,
): Promise<void> {
  if (parts.length === 0) return;
  const stage = await openStage(cluster, size);
  try {
    await warmUp(stage, load, isChosen);
    for (const measure of parts) report(await measure(stage, load, effort, isChosen));
  } finally {
    await stage.close();
  }
}

async function writeDocument(
  about: readonly string[],
  findings: readonly Findings[],
  folder: string,
) {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'results.md');
  await writeFile(file, formatDocument(about, findings));
  console.log(`\nWritten to ${path.relative(process.cwd(), file)}`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await main(options);
  else console.log(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
