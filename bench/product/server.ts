import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVE } from '../../scripts/prepare.mjs';

/** Milliseconds. */
const START_TIMEOUT = 120_000;
const POLL_EVERY = 5;

/** A server in a separate process, and its memory. Its output goes to a file, as a log does. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'simiente-bench-log-'));

  constructor(env: Readonly<Record<string, string>>) {
    const log = openSync(this.#log, 'w');
    this.#child = spawn(process.execPath, SERVE, {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, PORT: '0', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get #log(): string {
    return path.join(this.#folder, 'log');
  }

  /**
   * Address of the server, once it answers.
   * @throws with its output, if it ends first or takes too long
   */
  async url(): Promise<string> {
    const deadline = performance.now() + START_TIMEOUT;
    for (;;) {
      const logged = readFileSync(this.#log, 'utf8');
      const [, url] = logged.match(/Dirección:\s+(\S+)/) ?? [];
      if (url) return url;
      if (this.#child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The server did not start:\n${logged}`);
      }
      await delay(POLL_EVERY);
    }
  }

  /** Bytes of memory now (VmRSS) and at most (VmHWM). Only on Linux. */
  memory(): { readonly now: number; readonly peak: number } {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    const bytes = (name: string) =>
      Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))?.[1]) * 1024;
    return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
  }

  /** Resets `peak`. */
  resetPeak(): void {
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await exit;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** `simiente serve` as shipped, with only the given settings. */
export function startProduct(env: Readonly<Record<string, string>>): ServerProcess {
  return new ServerProcess(env);
}
