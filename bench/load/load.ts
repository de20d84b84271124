import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome, Task } from './request.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export interface Load {
  /** @throws if any answer failed */
  run(task: Task): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startLoad(): Load {
  const child = fork(WORKER, { stdio: 'inherit' });
  return {
    async run(task) {
      child.send(task);
      const [outcome] = (await once(child, 'message')) as [Outcome];
      if (outcome.failure !== null) {
        throw new Error(`${outcome.failures} requests failed; the first: ${outcome.failure}`);
      }
      return outcome;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}
