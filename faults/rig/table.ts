import { availableParallelism } from 'node:os';
import type { FaultResult } from './results.ts';

const HEAD = [
  'point',
  'fault',
  'times',
  'acknowledged writes',
  'lost',
  'half done or repeated',
  '503 or 507 answers',
  'no answer',
  'seconds',
];

/** The results as a Markdown table with totals, and below it the faults that were not simulated. */
export function resultsTable(results: readonly FaultResult[]): string {
  const caused = results.filter((result) => 'times' in result).sort(byId);
  const rows = caused.map((result) => [result.id, result.fault, ...toNumbers(result)]);
  const sums = caused
    .map(toNumbers)
    .reduce((sum, row) => sum.map((number, at) => number + (row[at] ?? 0)), Array(7).fill(0));
  const notSimulated = results.filter((result) => 'notSimulated' in result).sort(byId);
  const loads = results.filter((result) => 'load' in result).sort(byId);
  const clusters = results.filter((result) => 'cluster' in result);
  const faults = [
    ...(clusters.length === 0 ? formatTable(HEAD, [...rows, ['', '**total**', ...sums]]) : []),
    ...(clusters[0]
      ? formatTable(
          ['fault', ...Object.keys(clusters[0].cells)],
          clusters.map(({ cluster, cells }) => [cluster, ...Object.values(cells)]),
        ).concat(
          '',
          `Measured on ${new Date().toISOString().slice(0, 10)} on a machine of ${availableParallelism()} processors.`,
        )
      : []),
    '',
    ...(notSimulated.length === 0 ? ['Not simulated: none; this machine allows all faults.'] : []),
    ...notSimulated.map(
      ({ id, fault, notSimulated: why }) => `Not simulated: ${id} · ${fault} (${why}).`,
    ),
  ];
  return [
    ...(caused.length + clusters.length + notSimulated.length > 0 ? faults : []),
    ...loads.flatMap(({ id, load, numbers }) => [
      '',
      ...formatTable([[id, load].filter(Boolean).join(' · '), ''], Object.entries(numbers)),
    ]),
  ]
    .join('\n')
    .trim();
}

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

type CausedFault = Extract<FaultResult, { times: number }>;

function toNumbers(result: CausedFault): number[] {
  const { times, acknowledged, lost, wrong, unavailable, unanswered, seconds } = result;
  return [times, acknowledged, lost, wrong, unavailable, unanswered, seconds];
}

function formatTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  return [formatRow(head), formatRow(head.map(() => '---')), ...rows.map(formatRow)];
}

function formatRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
