import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLI } from '../../scripts/prepare.mjs';
import type { Instruction, Memory } from './inside.ts';
import { type WhenDone, whenTestEnds } from './when-done.ts';

const INSIDE = fileURLToPath(new URL('./inside.ts', import.meta.url));

export const ADMIN = { email: 'jefa@simiente.example', password: 'jacaranda en flor' };

/** Milliseconds. Recovery after a crash, on a busy machine. */
const START_TIMEOUT = 240_000;

export interface ServerOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server's command. */
  readonly within?: readonly string[];
}

/** `simiente serve` in a separate process, without the settings of this one. */
export class ServerProcess {
  readonly child: ChildProcess;
  #output = '';

  constructor(
    { dataDir, env = {}, within = [] }: ServerOptions,
    whenDone: WhenDone = whenTestEnds,
  ) {
    const serve = [process.execPath, '--expose-gc', `--import=${INSIDE}`, CLI, 'serve'];
    const [command = '', ...args] = [...within, ...serve];
    this.child = spawn(command, args, {
      cwd: path.dirname(CLI),
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        READS_PER_HOUR: '1000000000',
        PORT: '0',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'error',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const append = (chunk: Buffer) => {
      this.#output += chunk;
    };
    this.child.stdout?.on('data', append);
    this.child.stderr?.on('data', append);
    whenDone(() => this.stop());
  }

  /** The output so far, stdout and stderr. */
  get output(): string {
    return this.#output;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Address of the server, once it answers. */
  async url(): Promise<string> {
    const [, url = ''] = await this.waitForOutput(/Dirección:\s+(\S+)/);
    return url;
  }

  /** Waits for an output. @throws Error if the server ends first */
  async waitForOutput(pattern: RegExp, within = START_TIMEOUT): Promise<RegExpMatchArray> {
    const deadline = performance.now() + within;
    for (;;) {
      const match = this.#output.match(pattern);
      if (match) return match;
      if (!this.isAlive) throw new Error(`The server ended without ${pattern}:\n${this.#output}`);
      if (performance.now() > deadline) throw new Error(`No ${pattern} in time:\n${this.#output}`);
      await delay(20);
    }
  }

  send(instruction: Instruction): void {
    this.child.send(instruction);
  }

  async memory(): Promise<Memory> {
    const answer = once(this.child, 'message');
    this.send('measure');
    const [memory] = await answer;
    return memory as Memory;
  }

  /** Milliseconds of CPU time so far, without PostgreSQL's. */
  async cpuTime(): Promise<number> {
    const answer = once(this.child, 'message');
    this.send('cpu-time');
    const [used] = await answer;
    return used as number;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** The exit code, once it has ended. */
  async ended(): Promise<number | null> {
    if (this.isAlive) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isAlive) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}
