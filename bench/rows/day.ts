import { dayCalls, requestsOfDay } from '../day/mix.ts';
import type { Load } from '../load/load.ts';
import type { Request } from '../load/request.ts';
import { type Effort, interleave } from '../measure.ts';
import { milliseconds, number, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { usedBy } from '../product/processor.ts';
import type { Stage } from '../stage.ts';

/** More requests than a measurement sends, since an appointment cannot be made twice. */
const MANY = 50_000;
/** Requests of one call. */
const OF_ONE = 20_000;

/** The ten calls that a clinic's day makes most, each alone and mixed as they come. */
export async function measureDay(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const { sample } = stage;
  const measured: (readonly [string, readonly Request[]])[] = [
    ["a clinic's day, mixed", requestsOfDay(sample, MANY)],
    ...dayCalls.map(
      (call) =>
        [
          `${call.name} (${call.share} of 100)`,
          Array.from({ length: OF_ONE }, (_, turn) => call.request(sample, MANY + turn)),
        ] as const,
    ),
  ];
  const rows: Row[] = [];
  for (const [name, requests] of measured.filter(([name]) => isChosen(name))) {
    rows.push(await measureOne(name, requests, stage, load, effort));
  }
  return { title: `A clinic's day, ${number(stage.patients)} patients`, rows };
}

async function measureOne(
  name: string,
  requests: readonly Request[],
  { product, authorizations, client }: Stage,
  load: Load,
  effort: Effort,
): Promise<Row> {
  const { asked } = await interleave(
    load,
    {
      asked: {
        url: product.url,
        authorizations,
        requests,
        used: () => usedBy(product.process.pid, 'simiente', client),
      },
    },
    effort,
  );
  const middle = (getValue: (of: (typeof asked)[number]) => number) => median(asked.map(getValue));
  const [node, postgres] = [middle(({ cost }) => cost.node), middle(({ cost }) => cost.postgres)];
  return {
    name,
    target: 'none',
    measured: `processor per answer (Node + PostgreSQL) ${number(node)} + ${number(postgres)} ms`,
    reached: null,
    note: `${spread(toSpread(asked.map(({ throughput }) => throughput)), '/s')}; p50 ${milliseconds(middle(({ p50 }) => p50))}, p99 ${milliseconds(middle(({ p99 }) => p99))}`,
  };
}
