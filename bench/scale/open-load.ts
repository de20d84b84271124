import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Request } from '../load/request.ts';
import { sendRequest } from '../load/send-request.ts';
import { percentile } from '../measurements/statistics.ts';

/** Target of the requests: our processes and sessions, interleaved. */
export interface Service {
  readonly urls: readonly string[];
  readonly authorizations: readonly string[];
}

/** Outcome of the requests of one hour. Milliseconds count from the time at which a request was due. */
export interface HourOutcome {
  readonly sent: number;
  readonly answered: number;
  /** Answers 503, which make clients retry. */
  readonly busy: number;
  /** Number of other answers than 200 and of broken connections, and the first one. */
  readonly failed: number;
  readonly failure: string | null;
  readonly p50: number;
  readonly p99: number;
}

/** Connections to each process; a browser has six. */
const CONNECTIONS = 128;
const SECOND = 1_000;

/**
 * Sends requests when they are due, however long the answers take, because clinics do not wait for each other.
 * Arrivals are independent of each other (a Poisson process).
 * @param random between 0 and 1
 */
export async function sendWhenDue(
  { urls, authorizations }: Service,
  requests: Iterator<Request>,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  random: () => number = Math.random,
): Promise<HourOutcome> {
  const pools = urls.map((url) => new Pool(url, { connections: CONNECTIONS, pipelining: 1 }));
  const waits: number[] = [];
  const faults: string[] = [];
  const pending: Promise<void>[] = [];
  const begin = performance.now();
  const end = begin + seconds * SECOND;
  let index = 0;
  for (let due = begin; ; index += 1) {
    due -= (Math.log(1 - random()) / rate) * SECOND;
    const { value: request, done } = requests.next();
    if (due >= end || done) break;
    const early = due - performance.now();
    if (early > 1) await delay(early);
    const pool = pools[index % pools.length];
    const authorization = authorizations[index % authorizations.length] ?? '';
    if (pool === undefined) throw new Error('There is no address to send requests to');
    const dueAt = due;
    pending.push(
      sendRequest(pool, request, authorization).then((fault) => {
        if (fault === null) waits.push(performance.now() - dueAt);
        else faults.push(fault);
      }),
    );
  }
  await Promise.all(pending);
  await Promise.all(pools.map((pool) => pool.close()));
  waits.sort((one, other) => one - other);
  const failures = faults.filter((fault) => !fault.startsWith('503'));
  return {
    sent: pending.length,
    answered: waits.length,
    busy: faults.length - failures.length,
    failed: failures.length,
    failure: failures[0] ?? null,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
  };
}
