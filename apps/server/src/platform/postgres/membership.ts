import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../system-errors.ts';
import { type Access, acquire, release } from './acquire.ts';
import type { Member } from './join.ts';

/** Callbacks for events of the shared database. */
type Watcher = {
  log: (line: string) => void;
  onLost: ((error: StartupError) => void) | undefined;
};

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** Errors that waiting does not solve. */
const FINAL = new Set(['data-dir-in-use', 'cluster-version', 'cluster-unknown', 'secret-rejected']);

/** Our registration as a user of the cluster. When PostgreSQL dies, it is started again. */
export class Membership {
  readonly #access: Access;
  readonly #watcher: Watcher;
  readonly #first: Member;
  readonly #closing = new AbortController();
  #member: Member | undefined;
  #recovery: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(access: Access, member: Member, watcher: Watcher) {
    this.#access = access;
    this.#first = member;
    this.#watcher = watcher;
    this.#keep(member);
  }

  get attached(): boolean {
    return this.#member !== undefined;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#recovery;
    const member = this.#member;
    this.#member = undefined;
    if (member !== undefined) {
      await release(this.#access.cluster, member.client);
    }
  }

  #keep(member: Member): void {
    this.#member = member;
    void member.ended.then(() => {
      this.#member = undefined;
      if (!this.#closing.signal.aborted) {
        this.#recovery = this.#recover();
      }
    });
  }

  async #recover(): Promise<void> {
    this.#watcher.log('PostgreSQL se detuvo; se está arrancando de nuevo.');
    let pause = FIRST_PAUSE_MS;
    let lastReason = '';
    while (!this.#closing.signal.aborted) {
      try {
        const member = await acquire(this.#access, this.#first.endpoint);
        this.#accept(member);
        return;
      } catch (error) {
        if (error instanceof StartupError && FINAL.has(error.code)) {
          this.#watcher.onLost?.(error);
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastReason) {
          lastReason = reason;
          this.#watcher.log(reason);
        }
      }
      await delay(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_PAUSE_MS);
    }
  }

  #accept(member: Member): void {
    this.#keep(member);
    if (member.host === this.#first.host && member.port === this.#first.port) {
      this.#watcher.log('PostgreSQL volvió a arrancar.');
      return;
    }
    this.#watcher.onLost?.(
      new StartupError(
        'endpoint-moved',
        'PostgreSQL volvió a arrancar en otra dirección: reinicia Simiente.',
      ),
    );
  }
}
