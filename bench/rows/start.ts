import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { formatNumber, milliseconds, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { readProcessCpuTime } from '../product/processor.ts';
import { startProduct } from '../product/server.ts';
import { nearestTargetSize, type Rig, TARGET_SIZE } from '../rig.ts';
import { SECRET } from '../sample.ts';
import { productSettings } from '../stage.ts';

/** Milliseconds. */
const MAX_EMBEDDED = 2_000;
const MAX_EXTERNAL = 1_000;
const POLL_EVERY = 5;
/** A start is short, and needs more samples. */
const STARTS_PER_ROUND = 2;
/** Created by the first start, which is not counted: without an account a server is not ready. */
const ACCOUNT = { ADMIN_EMAIL: 'inicio@simiente.example', ADMIN_PASSWORD: SECRET };

interface Starts {
  /** Milliseconds of each start. */
  readonly taken: readonly number[];
  /** Milliseconds of CPU time until the server was ready. */
  readonly cpuTime: number;
}

/** Time from the start of the process until it is ready; the first one is not counted. */
export async function measureStarts({ cluster, effort, sizes }: Rig): Promise<Findings> {
  const size = nearestTargetSize(sizes);
  const starts = effort.rounds * STARTS_PER_ROUND;
  const embedded = await cluster.withDataFolder(size, (dataDir) =>
    startOften(starts, {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      AUTH_SECRET: SECRET,
      ...ACCOUNT,
    }),
  );
  const copy = await cluster.getCopy(size);
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  const external = await startOften(starts, { ...productSettings(copy, folder), ...ACCOUNT });
  await rm(folder, { recursive: true, force: true });
  await cluster.drop(copy);
  const hasTarget = size === TARGET_SIZE;
  const row = (name: string, { taken, cpuTime }: Starts, max: number): Row => ({
    name,
    target: `< ${milliseconds(max)}`,
    measured: spread(toSpread(taken), ' ms'),
    reached: hasTarget ? toSpread(taken).median < max : null,
    note: `${taken.length} starts, until \`/health/ready\` answers 200; Node processor ${milliseconds(cpuTime)}`,
  });
  return {
    title: `Warm start, ${formatNumber(size)} patients`,
    rows: [
      row('with the embedded PostgreSQL', embedded, MAX_EMBEDDED),
      row('with an external PostgreSQL', external, MAX_EXTERNAL),
    ],
  };
}

async function startOften(times: number, env: Readonly<Record<string, string>>): Promise<Starts> {
  const durations: number[] = [];
  const cpuTimes: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const started = performance.now();
    const server = startProduct(env);
    const url = await server.url();
    while ((await fetch(`${url}/health/ready`)).status !== 200) await delay(POLL_EVERY);
    durations.push(performance.now() - started);
    cpuTimes.push(readProcessCpuTime(server.pid));
    await server.stop();
  }
  return { taken: durations.slice(1), cpuTime: median(cpuTimes.slice(1)) };
}
