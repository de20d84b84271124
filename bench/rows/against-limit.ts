import { audited, type Call, calls } from '../calls.ts';
import { expectEqualRows } from '../compare.ts';
import type { Load } from '../load/load.ts';
import { type Effort, interleave, type Measured } from '../measure.ts';
import { milliseconds, number, spread } from '../measurements/format.ts';
import type { Bar, Findings, Row } from '../measurements/row.ts';
import { compareThroughput, median, toSpread } from '../measurements/statistics.ts';
import { usedBy } from '../product/processor.ts';
import { LIMIT_NAME } from '../product/server.ts';
import { JUDGED_AT } from '../rig.ts';
import type { Stage } from '../stage.ts';

/** Share of the baseline's throughput. */
const LEAST_RATIO = 0.6;
/** Milliseconds. */
const MOST_P99 = 50;

/** Each call of the daily work, as fast as the product answers it against the limit. */
export async function measureAgainstLimit(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const rows: Row[] = [];
  const bars: Bar[] = [];
  for (const call of calls.filter(({ name }) => isChosen(name))) {
    const { row, bar } = await measureCall(call, stage, load, effort);
    rows.push(row);
    bars.push(bar);
  }
  const title = `Calls against the limit, ${number(stage.patients)} patients`;
  const plot = {
    file: `plots/limit-${stage.patients}.svg`,
    title,
    unit: 'times the limit',
    target: { value: LEAST_RATIO, says: 'at least 0.6' },
    bars,
  };
  return { title, besides: 'of the limit with the same audit row', rows, plots: [plot] };
}

async function measureCall(
  call: Call,
  stage: Stage,
  load: Load,
  effort: Effort,
): Promise<{ row: Row; bar: Bar }> {
  const { sample, product, limit, authorizations, client } = stage;
  const [authorization = ''] = authorizations;
  await expectEqualRows(
    call,
    sample,
    { product: { url: product.url, authorization }, limit },
    client,
  );
  const outcomes = await interleave(
    load,
    {
      product: {
        url: product.url,
        authorizations,
        requests: call.requests(sample, 'product'),
        used: () => usedBy(product.process.pid, 'simiente', client),
      },
      limit: {
        url: limit.url,
        authorizations,
        requests: call.requests(sample, 'limit'),
        used: () => usedBy(limit.process.pid, LIMIT_NAME, client),
      },
      audited: {
        url: limit.url,
        authorizations,
        requests: call.requests(sample, 'audited').map(audited),
        used: () => usedBy(limit.process.pid, LIMIT_NAME, client),
      },
    },
    effort,
  );
  const ours = outcomes.product.map(({ throughput }) => throughput);
  const theirs = outcomes.limit.map(({ throughput }) => throughput);
  const withAudit = outcomes.audited.map(({ throughput }) => throughput);
  const ratio = compareThroughput(ours, theirs);
  const p99 = median(outcomes.product.map((outcome) => outcome.p99));
  const p50 = median(outcomes.product.map((outcome) => outcome.p50));
  const limitP50 = median(outcomes.limit.map((outcome) => outcome.p50));
  const cost = (outcomes: readonly Measured[]) =>
    `${number(median(outcomes.map(({ cost: { node } }) => node)))} + ${number(median(outcomes.map(({ cost: { postgres } }) => postgres)))} ms`;
  const row = {
    name: call.name,
    target: `≥ ${LEAST_RATIO} of the limit; p99 < ${milliseconds(MOST_P99)}`,
    besides: `${spread(compareThroughput(ours, withAudit))}`,
    measured: `${spread(ratio)} of the limit; p99 ${milliseconds(p99)}`,
    reached: stage.patients === JUDGED_AT ? ratio.median >= LEAST_RATIO && p99 < MOST_P99 : null,
    note: `${spread(toSpread(ours), '/s')} against ${spread(toSpread(theirs), '/s')} and ${spread(toSpread(withAudit), '/s')} with the audit row; p50 ${milliseconds(p50)} against ${milliseconds(limitP50)}; processor per answer (Node + PostgreSQL) ${cost(outcomes.product)} against ${cost(outcomes.limit)} and ${cost(outcomes.audited)} with the audit row`,
  };
  return { row, bar: { name: call.name, value: ratio } };
}
