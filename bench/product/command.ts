import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { CLI } from './server.ts';

/** Milliseconds between two looks at its memory. */
const LOOK_EVERY = 50;
/** Of what it complained, the end is enough. */
const KEPT = 2_000;

/** What a command took: seconds from its start to its end, and bytes of memory at most. */
export interface Taken {
  readonly seconds: number;
  readonly memory: number;
}

/** Runs a command of the product. @throws with what it said, when it fails */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Taken> {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-KEPT);
  });
  let memory = 0;
  const looking = setInterval(() => {
    memory = mostMemory(child.pid) ?? memory;
  }, LOOK_EVERY);
  const [code] = await once(child, 'exit').finally(() => clearInterval(looking));
  if (code !== 0) throw new Error(`simiente ${args[0]} terminó con ${code}:\n${said}`);
  return { seconds: (performance.now() - started) / 1000, memory };
}

/** Null once it has ended. */
function mostMemory(pid: number | undefined): number | null {
  try {
    const found = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/);
    return found ? Number(found[1]) * 1024 : null;
  } catch {
    return null;
  }
}
