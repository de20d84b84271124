import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI } from '../../scripts/prepare.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A running program, its output so far, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  /** The output so far, stdout and stderr. */
  output(): string;
  /** Waits for a line; fails when the program ends first. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Programs that a failed test left running must not outlive it. */
const started = new Set<Running>();

/** @param input the standard input */
export function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  input?: string,
): Running {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin?.end(input);
  let text = '';
  const changes = new EventTarget();
  const append = (chunk: Buffer) => {
    text += chunk;
    changes.dispatchEvent(new Event('more'));
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  // The event 'close', because output may follow the event 'exit'.
  let isClosed = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      isClosed = true;
      resolve(code ?? signal);
      changes.dispatchEvent(new Event('more'));
    });
  });
  const running: Running = {
    child,
    output: () => text,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = text.match(pattern);
          if (match) resolve(match);
          else if (isClosed) {
            reject(new Error(`Ended without ${pattern}:\n${text}`));
          } else return;
          changes.removeEventListener('more', check);
        };
        changes.addEventListener('more', check);
        check();
      }),
  };
  started.add(running);
  return running;
}

/** `simiente …` on a data folder, without the settings of this process. */
export function simiente(
  args: readonly string[],
  {
    dataDir,
    env = {},
    input,
  }: { dataDir: string; env?: Record<string, string>; input?: string | undefined },
): Running {
  const options = {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(dataDir, 'data'), PORT: '0', ...env },
  };
  return run(process.execPath, [CLI, ...args], options, input);
}

/** A temporary folder for one test. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-start-'));
  try {
    await work(folder);
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    // A stopping program still writes into its folder.
    await Promise.all(Array.from(started, ({ ended }) => ended));
    started.clear();
    await rm(folder, { recursive: true, force: true });
  }
}
