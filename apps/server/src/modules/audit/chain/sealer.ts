import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { describeFault } from '../../../platform/http/failures.ts';
import type { AuditSeal } from './audit-seal.ts';
import { appendCheckpoint, type Checkpoint, formatCheckpoint } from './checkpoints.ts';
import { type Head, START, sealBatch } from './seal-batch.ts';

/** Milliseconds between two looks for rows to seal: about as long as a row stays without a seal. */
const SEAL_EVERY = 1_000;
/** Milliseconds to leave a database alone that does not answer. */
const AFTER_A_FAULT = 5_000;
/** Milliseconds between two checkpoints, while there is something new. */
const CHECKPOINT_EVERY = 3_600_000;
const DAY = 86_400_000;

export interface SealerParts extends AuditSeal {
  readonly pool: Pool;
}

/** Seals everything that is committed and waits, then says how much that was. For a command's end. */
export async function sealAll(parts: SealerParts): Promise<number> {
  let sealed = 0;
  let progress = START;
  for (;;) {
    const batch = await sealBatch(parts.pool, parts.keys, progress);
    // Another process is at it, and goes on until nothing waits.
    if (batch === null) return sealed;
    sealed += batch.sealed;
    progress = batch.progress;
    if (!batch.isFull) return sealed;
  }
}

/**
 * Seals what is committed, about every second, for as long as the process lives or until it is told
 * to stop; what waits then is sealed before it stops. A process that dies leaves nothing half done:
 * what it did not seal, the next one seals.
 */
export function keepSealed(
  parts: SealerParts,
  log: Pick<Logger, 'error' | 'info'>,
): () => Promise<void> {
  const { pool, keys } = parts;
  const written = new Checkpoints(parts.checkpoints, log);
  let progress = START;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let underWay = Promise.resolve();

  async function pass(): Promise<number> {
    const batch = await sealBatch(pool, keys, progress);
    if (batch === null) return SEAL_EVERY;
    // What was there a moment ago is written down, so that it is known to be missing.
    if (!batch.isIntact) await written.keepLost(progress.head);
    progress = batch.progress;
    await written.keep(progress.head);
    return batch.isFull ? 0 : SEAL_EVERY;
  }

  function run(): void {
    underWay = pass()
      .catch((error: unknown) => {
        log.error(describeFault(error), 'sealing of the audit failed');
        return AFTER_A_FAULT;
      })
      .then((wait) => {
        if (isStopping) return;
        timer = setTimeout(run, wait);
        timer.unref();
      });
  }
  run();

  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await underWay;
    try {
      while ((await pass()) === 0);
      await written.keep(progress.head, { now: true });
    } catch (error) {
      log.error(describeFault(error), 'sealing of the audit failed');
    }
  };
}

/** Writes down, now and then, what the end of the chain is; and once a day in the log as well. */
class Checkpoints {
  readonly #file: string;
  readonly #log: Pick<Logger, 'error' | 'info'>;
  #last: { seq: number; at: number } | null = null;
  #logged = 0;

  constructor(file: string, log: Pick<Logger, 'error' | 'info'>) {
    this.#file = file;
    this.#log = log;
  }

  async keep(head: Head | null, { now = false } = {}): Promise<void> {
    if (head === null || head.seq === this.#last?.seq) return;
    const at = Date.now();
    if (!now && this.#last !== null && at - this.#last.at < CHECKPOINT_EVERY) return;
    await this.#append(head, at);
    if (at - this.#logged < DAY) return;
    this.#logged = at;
    this.#log.info({ checkpoint: formatCheckpoint(asCheckpoint(head)) }, 'audit checkpoint');
  }

  async keepLost(head: Head | null): Promise<void> {
    if (head === null) return;
    const checkpoint = formatCheckpoint(asCheckpoint(head));
    this.#log.error({ checkpoint }, 'the audit chain was changed by somebody else');
    await this.#append(head, Date.now());
  }

  async #append(head: Head, at: number): Promise<void> {
    await appendCheckpoint(this.#file, asCheckpoint(head), new Date(at));
    this.#last = { seq: head.seq, at };
  }
}

function asCheckpoint({ seq, hash }: Head): Checkpoint {
  return { seq, hash: hash.toString('hex') };
}
