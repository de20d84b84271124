import { dayCalls, dayRequests } from '../day/mix.ts';
import type { Load } from '../load/load.ts';
import type { Request } from '../load/request.ts';
import type { Effort } from '../measure.ts';
import { formatNumber } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import type { Stage } from '../stage.ts';
import { measureCall } from './calls.ts';

/** More requests than a measurement sends, since no two appointments may use the same time. */
const MANY = 50_000;
const REQUESTS_PER_CALL = 20_000;

/** The ten most frequent calls of a clinic's day, each alone and mixed as in a day. */
export async function measureDay(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const { sample } = stage;
  const measured: (readonly [string, readonly Request[]])[] = [
    ["a clinic's day, mixed", dayRequests(sample, MANY)],
    ...dayCalls.map(
      (call) =>
        [
          `${call.name} (${call.share} of 100)`,
          Array.from({ length: REQUESTS_PER_CALL }, (_, index) =>
            call.request(sample, MANY + index),
          ),
        ] as const,
    ),
  ];
  const rows: Row[] = [];
  for (const [name, requests] of measured.filter(([name]) => isChosen(name))) {
    rows.push(await measureCall(name, requests, stage, load, effort));
  }
  return { title: `A clinic's day, ${formatNumber(stage.patients)} patients`, rows };
}
