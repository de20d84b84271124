import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { formatNumber, megabytes } from './measurements/format.ts';
import type { Options } from './options.ts';
import { USERS } from './stage.ts';

/** Load per processor above which the machine is too busy for a measurement. */
const MAX_LOAD = 0.25;

/** Describes the machine, the versions and the options of a run, in text lines. */
export function describeRun({ rounds, seconds }: Options): string[] {
  const [cpu] = cpus();
  const changed =
    git('status', '--porcelain', '--untracked-files=no') === ''
      ? ''
      : ' (with uncommitted changes)';
  const [load = 0] = loadavg();
  const busy =
    load > availableParallelism() * MAX_LOAD
      ? ['**The machine was busy: these measurements are not reliable.**']
      : [];
  return [
    ...busy,
    `Version: \`${git('rev-parse', '--short=12', 'HEAD')}\`${changed}, ${new Date().toISOString().slice(0, 10)}`,
    `Machine: ${cpus().length} × ${cpu?.model.trim() || 'unnamed processor'}, ${megabytes(totalmem())}, ${kernel()}, Node ${process.versions.node}`,
    `Load at the beginning (1, 5 and 15 min): ${loadavg().map(formatNumber).join(', ')}`,
    `${rounds} rounds of ${formatNumber(seconds)} s each; values: median (minimum–maximum)`,
    `The product with its production defaults; c = ${USERS}: ${USERS} users, each with a session and one request at a time`,
  ];
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

function kernel(): string {
  try {
    return `Linux ${readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim()}`;
  } catch {
    return process.platform;
  }
}
