import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN } from './server.ts';

/** An answer, or null where the connection broke first. */
export type Answer = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Body;
} | null;

// biome-ignore lint/suspicious/noExplicitAny: bodies differ by call, and each test compares the fields that it reads
type Body = any;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly payload?: unknown;
  readonly form?: FormData;
  readonly key?: string;
}

/** Milliseconds; longer than any timeout of the server. */
const TIMEOUT = 300_000;
/** Attempts to sign in; the server's Retry-After is 2 s. */
const MAX_TRIES = 30;

/** A staff member as a client of one or several servers, whose addresses change as they restart. */
export class Client {
  readonly #urls: () => readonly string[];
  #token = '';
  #next = 0;

  constructor(...urls: readonly (() => string)[]) {
    this.#urls = () => urls.map((url) => url());
  }

  /** Repeats a sign-in that a server rejects while it recovers, as a user would. */
  async signIn(credentials = ADMIN): Promise<this> {
    const [url] = this.#urls();
    const post = () =>
      fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
    let answer = await post();
    for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
      await delay(Number(answer.headers.get('retry-after')) * 1000);
      answer = await post();
    }
    this.#token = answer.headers.get('set-auth-token') ?? '';
    if (this.#token === '') throw new Error(`Signing in failed: ${answer.status}`);
    return this;
  }

  /** Called for each connection that breaks. */
  protected onConnectionError(_error: unknown): void {}

  get authorization(): string {
    return `Bearer ${this.#token}`;
  }

  /** Sends to the servers in rotation. */
  async send({ method, path, payload, form, key }: Call): Promise<Answer> {
    const urls = this.#urls();
    const url = urls[this.#next++ % urls.length];
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: this.authorization,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: form ?? (payload === undefined ? null : JSON.stringify(payload)),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const body = await answer.json();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        throw new Error(`${method} ${path} had no answer for ${TIMEOUT} ms`, { cause: error });
      }
      this.onConnectionError(error);
      return null;
    }
  }
}

/** @throws for any status but 200 */
export function expectGood(answer: Answer): NonNullable<Answer> {
  if (answer?.status === 200) return answer;
  throw new Error(`Not answered: ${JSON.stringify(answer)}`);
}
