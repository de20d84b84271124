import { calls } from '../calls.ts';
import type { Load } from '../load/load.ts';
import type { Request } from '../load/request.ts';
import { type Effort, interleave } from '../measure.ts';
import { formatNumber, milliseconds, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { readCpuTime } from '../product/processor.ts';
import { TARGET_SIZE } from '../rig.ts';
import type { Stage } from '../stage.ts';

/** Maximum milliseconds of a call at the 99th percentile. */
const MAX_P99 = 100;

/** Each call of the daily work, sent by ten concurrent users. */
export async function measureCalls(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const rows: Row[] = [];
  for (const { name, requests } of calls.filter((call) => isChosen(call.name))) {
    const sampled = requests(stage.sample);
    if (sampled.length > 0) rows.push(await measureCall(name, sampled, stage, load, effort));
  }
  return { title: `Calls, ${formatNumber(stage.patients)} patients`, rows };
}

/** The wait, the throughput and the CPU time of one kind of request. */
export async function measureCall(
  name: string,
  requests: readonly Request[],
  { patients, product, authorizations, client }: Stage,
  load: Load,
  effort: Effort,
): Promise<Row> {
  const read = () => readCpuTime(product.process.pid, client);
  const contender = { url: product.url, authorizations, requests, readCpuTime: read };
  const { results } = await interleave(load, { results: contender }, effort);
  const middle = (get: (outcome: (typeof results)[number]) => number) => median(results.map(get));
  const p99 = toSpread(results.map((outcome) => outcome.p99));
  const processor = `${formatNumber(middle(({ cost }) => cost.node))} + ${formatNumber(middle(({ cost }) => cost.postgres))} ms`;
  return {
    name,
    target: `p99 < ${milliseconds(MAX_P99)}`,
    measured: `p99 ${spread(p99, ' ms')}`,
    reached: patients === TARGET_SIZE ? p99.median < MAX_P99 : null,
    note: `p50 ${milliseconds(middle(({ p50 }) => p50))}; ${spread(toSpread(results.map(({ throughput }) => throughput)), '/s')}; processor per answer (Node + PostgreSQL) ${processor}`,
  };
}
