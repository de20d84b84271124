import { request } from 'undici';
import type { Load } from '../load/load.ts';
import type { Effort } from '../measure.ts';
import { formatNumber, megabytes, milliseconds, spread } from '../measurements/format.ts';
import type { Findings } from '../measurements/row.ts';
import { toSpread } from '../measurements/statistics.ts';
import { TARGET_SIZE } from '../rig.ts';
import { type Stage, withFreshProduct } from '../stage.ts';

const PATH = '/v1/user/get-all';
/** Milliseconds. */
const MAX_FIRST_BYTE = 200;
/** Bytes. */
const MAX_GROWTH = 50 * 1024 ** 2;
/** Requests for a page, enough to compile its code. */
const WARM_UP = 200;

interface Answer {
  /** Milliseconds. */
  readonly firstByte: number;
  readonly whole: number;
  readonly bytes: number;
  /** Maximum additional bytes of memory of the server. */
  readonly growth: number;
}

/** The legacy call for all patients, on a fresh server. */
export async function measureEveryone(
  stage: Stage,
  _load: Load,
  { rounds }: Effort,
): Promise<Findings> {
  const answers: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) answers.push(await requestOnce(stage));
  const hasTarget = stage.patients === TARGET_SIZE;
  const firstByte = toSpread(answers.map((answer) => answer.firstByte));
  const growth = toSpread(answers.map((answer) => answer.growth));
  const whole = toSpread(answers.map((answer) => answer.whole));
  return {
    title: `All patients in one answer (\`get-all\`), ${formatNumber(stage.patients)} patients`,
    rows: [
      {
        name: 'first byte',
        target: `< ${milliseconds(MAX_FIRST_BYTE)}`,
        measured: spread(firstByte, ' ms'),
        reached: hasTarget ? firstByte.median < MAX_FIRST_BYTE : null,
        note: `the whole answer (${megabytes(answers[0]?.bytes ?? 0)}) in ${spread(whole, ' ms')}`,
      },
      {
        name: 'additional memory in the server',
        target: `< ${megabytes(MAX_GROWTH)}`,
        measured: megabytes(growth.median),
        reached: hasTarget ? growth.median < MAX_GROWTH : null,
        note: `between ${megabytes(growth.min)} and ${megabytes(growth.max)}; highest RSS less RSS before the request`,
      },
    ],
  };
}

function requestOnce(stage: Stage): Promise<Answer> {
  return withFreshProduct(stage, async ({ url, process }, authorization) => {
    const headers = { authorization };
    for (let time = 0; time < WARM_UP; time += 1) {
      const page = await request(`${url}/v1/user/list`, { headers });
      await page.body.text();
    }
    const before = process.memory().now;
    process.resetPeak();
    const sent = performance.now();
    const { body, statusCode } = await request(`${url}${PATH}`, { headers });
    let firstByte = Number.NaN;
    let bytes = 0;
    for await (const chunk of body) {
      if (bytes === 0) firstByte = performance.now() - sent;
      bytes += (chunk as Buffer).length;
    }
    if (statusCode !== 200) throw new Error(`${PATH}: ${statusCode}`);
    return {
      firstByte,
      whole: performance.now() - sent,
      bytes,
      growth: process.memory().peak - before,
    };
  });
}
