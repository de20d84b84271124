import { setTimeout as delay } from 'node:timers/promises';
import { mixedReads } from '../calls.ts';
import type { Load } from '../load/load.ts';
import type { Effort } from '../measure.ts';
import { formatNumber, megabytes } from '../measurements/format.ts';
import type { Findings } from '../measurements/row.ts';
import { signIn } from '../product/staff.ts';
import { TARGET_SIZE } from '../rig.ts';
import { type Stage, USERS, withFreshProduct } from '../stage.ts';

/** Bytes. */
const MAX_IDLE = 150 * 1024 ** 2;
const MAX_LOADED = 300 * 1024 ** 2;
/** Milliseconds after the start until a server is idle. */
const SETTLES = 5_000;

/** The memory of an idle server, and its maximum under load. */
export async function measureMemory(
  stage: Stage,
  load: Load,
  { rounds, duration }: Effort,
): Promise<Findings> {
  const memory = await withFreshProduct(stage, async ({ url, process }) => {
    await delay(SETTLES);
    const idle = process.memory().now;
    process.resetPeak();
    const authorizations = await signIn(url, USERS);
    const requests = mixedReads(stage.sample);
    await load.run({
      url,
      authorizations,
      requests,
      from: 0,
      warmUp: 0,
      duration: duration * rounds * 2,
    });
    return { idle, loaded: process.memory().peak };
  });
  const hasTarget = stage.patients === TARGET_SIZE;
  const row = (name: string, bytes: number, max: number, note: string) => ({
    name,
    target: `< ${megabytes(max)}`,
    measured: megabytes(bytes),
    reached: hasTarget ? bytes < max : null,
    note,
  });
  return {
    title: `Memory of the server, ${formatNumber(stage.patients)} patients`,
    rows: [
      row('idle', memory.idle, MAX_IDLE, 'RSS without PostgreSQL, 5 s after the start'),
      row('loaded', memory.loaded, MAX_LOADED, `highest RSS with c = ${USERS}, all reads mixed`),
    ],
  };
}
