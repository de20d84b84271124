import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HostAnswer, HostRequest, ProductFacts, Wanted } from './protocol.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));

/** The host of this worker's products, as a test talks to it. */
export class ProductHost {
  readonly #process: ChildProcess;
  #lastId = 0;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  static async open(): Promise<ProductHost> {
    const child = spawn(process.execPath, [HOST], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [greeting] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => [`the host ended with ${code}`]),
    ]);
    if (greeting !== 'ready') throw new Error(String(greeting));
    return new ProductHost(child);
  }

  async start(wanted: Wanted): Promise<ProductFacts> {
    const facts = await this.#send({ order: 'start', ...wanted });
    if (!facts) throw new Error('The host started nothing');
    return facts;
  }

  async stop(url: string): Promise<void> {
    await this.#send({ order: 'stop', url });
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }

  #send(
    request: ({ order: 'start' } & Wanted) | { order: 'stop'; url: string },
  ): Promise<ProductFacts | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const listen = (answer: HostAnswer) => {
        if (answer.id !== id) return;
        this.#process.off('message', listen);
        if (answer.error) reject(new Error(answer.error));
        else resolve(answer.result ?? null);
      };
      this.#process.on('message', listen);
      this.#process.send({ id, ...request } satisfies HostRequest);
    });
  }
}
