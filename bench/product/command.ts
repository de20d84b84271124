import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { COMMAND } from '../../scripts/prepare.mjs';
import { readProcessCpuTime } from './processor.ts';

/** Milliseconds between two readings of a command's memory. */
const POLL_EVERY = 50;
/** Maximum characters of its error output that are shown. */
const MAX_SHOWN = 1_000;

/** The cost of a command: seconds, maximum bytes of memory, and CPU time. */
export interface CommandCost {
  readonly seconds: number;
  readonly memory: number;
  /** Milliseconds of CPU time, without PostgreSQL's. */
  readonly cpuTime: number;
}

/**
 * Runs a command of the product.
 * @throws with its output, if it fails
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandCost> {
  const started = performance.now();
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  let memory = 0;
  let cpuTime = 0;
  const polling = setInterval(() => {
    memory = readPeakMemory(child.pid) ?? memory;
    cpuTime = Math.max(cpuTime, readProcessCpuTime(child.pid ?? 0));
  }, POLL_EVERY);
  const [code] = await once(child, 'exit').finally(() => clearInterval(polling));
  if (code !== 0)
    throw new Error(
      `simiente ${args[0]} ended with ${code}:\n${output.slice(0, MAX_SHOWN)} … ${output.slice(-MAX_SHOWN)}`,
    );
  return { seconds: (performance.now() - started) / 1000, memory, cpuTime };
}

/** Null once it has ended. */
function readPeakMemory(pid: number | undefined): number | null {
  try {
    const found = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/);
    return found ? Number(found[1]) * 1024 : null;
  } catch {
    return null;
  }
}
