import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { streamExport } from '@simiente/builders/export';
import type { Cluster } from '../cluster.ts';
import { NOW } from '../dataset/records.ts';
import { megabytes, milliseconds, number, spread } from '../figures/format.ts';
import type { Findings, Row } from '../figures/row.ts';
import { median, type Spread, spreadOf } from '../figures/statistics.ts';
import { runCommand } from '../product/command.ts';
import { JUDGED_AT, judgedSize, type Rig } from '../rig.ts';
import { productSettings } from '../stage.ts';

/** Per second. */
const FEWEST_PATIENTS = 5_000;
/** Times the memory of an import a tenth as large. */
const FLAT = 1.25;
const TENTH = 10;

interface Run {
  readonly perSecond: Spread;
  /** Bytes, of the worst run. */
  readonly most: number;
  readonly fileSize: number;
  /** Milliseconds of processor per patient, without PostgreSQL's. */
  readonly used: number;
}

/** `simiente import` of an export of 100 000 patients with histories, and of one a tenth as large. */
export async function measureImports({ cluster, effort, sizes }: Rig): Promise<Findings> {
  const size = judgedSize(sizes);
  const whole = await importMany(cluster, size, effort.rounds);
  const tenth = await importMany(cluster, size / TENTH, 1);
  const isJudged = size === JUDGED_AT;
  const growth = whole.most / tenth.most;
  const rows: Row[] = [
    {
      name: `import ${number(size)} patients with histories`,
      target: `≥ ${number(FEWEST_PATIENTS)} patients/s`,
      measured: spread(whole.perSecond, '/s'),
      reached: isJudged ? whole.perSecond.median >= FEWEST_PATIENTS : null,
      note: `file of ${megabytes(whole.fileSize)}; from the start of the command to its end, into an empty database; Node processor ${milliseconds(whole.used)} per patient`,
    },
    {
      name: 'memory while importing',
      target: `flat: ≤ ${FLAT} times that of ${number(size / TENTH)}`,
      measured: `${number(growth)} times`,
      reached: isJudged ? growth <= FLAT : null,
      note: `highest RSS ${megabytes(whole.most)} against ${megabytes(tenth.most)}`,
    },
  ];
  return { title: 'Import', rows };
}

async function importMany(cluster: Cluster, patients: number, rounds: number): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  try {
    const file = path.join(folder, 'export.json');
    const text = streamExport({ seed: 'bench', now: NOW, patients });
    await pipeline(Readable.from(text), createWriteStream(file));
    const rates: number[] = [];
    const costs: number[] = [];
    let most = 0;
    for (let round = 0; round < rounds; round += 1) {
      const empty = await cluster.empty();
      const dataDir = path.join(folder, `data-${round}`);
      await mkdir(dataDir);
      const settings = productSettings(empty, dataDir);
      const { seconds, memory, used } = await runCommand(['import', file], settings);
      rates.push(patients / seconds);
      costs.push(used / patients);
      most = Math.max(most, memory);
      await cluster.drop(empty);
    }
    return {
      perSecond: spreadOf(rates),
      used: median(costs),
      most,
      fileSize: (await stat(file)).size,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
