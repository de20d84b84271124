import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildExport } from '@simiente/builders/export';
import type { Cluster } from '../cluster.ts';
import { NOW } from '../dataset/records.ts';
import { formatNumber, megabytes, milliseconds, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { median, type Spread, toSpread } from '../measurements/statistics.ts';
import { runCommand } from '../product/command.ts';
import type { Rig } from '../rig.ts';
import { productSettings } from '../stage.ts';

const PATIENTS = 10_000;
/** Target in seconds for a clinic that imports once. */
const MAX_SECONDS = 30;

interface Run {
  readonly seconds: Spread;
  /** Bytes, of the worst run. */
  readonly peakMemory: number;
  readonly fileSize: number;
  /** Milliseconds of CPU time per patient, without PostgreSQL's. */
  readonly cpuTime: number;
}

/** `simiente import` of an export of 10 000 patients with histories. */
export async function measureImports({ cluster, effort }: Rig): Promise<Findings> {
  const run = await importMany(cluster, PATIENTS, effort.rounds);
  const row: Row = {
    name: `import ${formatNumber(PATIENTS)} patients with histories`,
    target: `≤ ${MAX_SECONDS} s`,
    measured: spread(run.seconds, ' s'),
    reached: run.seconds.median <= MAX_SECONDS,
    note: `file of ${megabytes(run.fileSize)}; from the start of the command to its end, into an empty database; Node processor ${milliseconds(run.cpuTime)} per patient; highest RSS ${megabytes(run.peakMemory)}`,
  };
  return { title: 'Import', rows: [row] };
}

async function importMany(cluster: Cluster, patients: number, rounds: number): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  try {
    const file = path.join(folder, 'export.json');
    await writeFile(file, JSON.stringify(buildExport({ seed: 'bench', now: NOW, patients })));
    const times: number[] = [];
    const costs: number[] = [];
    let peakMemory = 0;
    for (let round = 0; round < rounds; round += 1) {
      const empty = await cluster.empty();
      const dataDir = path.join(folder, `data-${round}`);
      await mkdir(dataDir);
      const settings = productSettings(empty, dataDir);
      const { seconds, memory, cpuTime } = await runCommand(['import', file], settings);
      times.push(seconds);
      costs.push(cpuTime / patients);
      peakMemory = Math.max(peakMemory, memory);
      await cluster.drop(empty);
    }
    return {
      seconds: toSpread(times),
      cpuTime: median(costs),
      peakMemory,
      fileSize: (await stat(file)).size,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
