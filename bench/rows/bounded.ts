import { searchFor } from '../calls.ts';
import { NOW } from '../dataset/records.ts';
import type { Load } from '../load/load.ts';
import type { Request } from '../load/request.ts';
import { type Effort, interleave } from '../measure.ts';
import { milliseconds, number, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { JUDGED_AT } from '../rig.ts';
import type { Stage } from '../stage.ts';

interface Bounded {
  readonly name: string;
  readonly request: Request;
  /** Milliseconds. */
  readonly most: number;
  readonly of: 'p50' | 'p99';
  /** Concurrent users. */
  readonly people: number;
}

const DAY = 86_400_000;

const requestFigures = (days: number): Request => {
  const day = (ago: number) => new Date(NOW.getTime() - ago * DAY).toISOString().slice(0, 10);
  const query = new URLSearchParams({ start: day(days), end: day(0) });
  return { method: 'GET', path: `/v1/dashboard/figures?${query}` };
};

/** Figures are read by one user at a time, searches by all. */
const dashboard = (name: string, days: number): Bounded => ({
  name: `dashboard, ${name}`,
  request: requestFigures(days),
  most: 150,
  of: 'p50',
  people: 1,
});

const search = (term: string, says: string): Bounded => ({
  name: `search «${term}» (${says})`,
  request: searchFor(term),
  most: 80,
  of: 'p99',
  people: 10,
});

const BOUNDED: readonly Bounded[] = [
  dashboard('a week', 7),
  dashboard('a month', 30),
  dashboard('a year', 365),
  dashboard('ten years', 3650),
  search('a', 'one letter'),
  search('q', 'a rare letter'),
  search('ma', 'two letters'),
  search('wq', 'two letters that nobody has'),
  search('xochipilli', 'a word that nobody has'),
];

/** Calls with a time limit of their own. */
export async function measureBounded(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const rows: Row[] = [];
  for (const bounded of BOUNDED.filter(({ name }) => isChosen(name))) {
    rows.push(await measureOne(bounded, stage, load, effort));
  }
  return { title: `Bounded calls, ${number(stage.patients)} patients`, rows };
}

async function measureOne(
  { name, request, most, of, people }: Bounded,
  { product, authorizations, patients }: Stage,
  load: Load,
  effort: Effort,
): Promise<Row> {
  const { asked } = await interleave(
    load,
    {
      asked: {
        url: product.url,
        authorizations: authorizations.slice(0, people),
        requests: [request],
      },
    },
    effort,
  );
  const times = toSpread(asked.map((outcome) => outcome[of]));
  return {
    name,
    target: `${of} < ${milliseconds(most)}`,
    measured: `${of} ${spread(times, ' ms')}`,
    reached: patients === JUDGED_AT ? times.median < most : null,
    note: `c = ${people}; p50 ${milliseconds(median(asked.map(({ p50 }) => p50)))}, p99 ${milliseconds(median(asked.map(({ p99 }) => p99)))}, ${number(median(asked.map(({ throughput }) => throughput)))}/s`,
  };
}
