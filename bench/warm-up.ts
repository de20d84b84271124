import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { calls } from './calls.ts';
import type { Load } from './load/load.ts';
import type { Stage } from './stage.ts';

/** Answers of each call after which its code is compiled, even on a slow machine. */
const MIN_ANSWERS = 1_000;
/** Milliseconds of one round, and the maximum number of rounds. */
const ROUND = 1_500;
const MAX_ROUNDS = 8;

/**
 * Requests everything that will be measured, since a new process compiles and fills caches, and does not represent
 * later work. Waits for the job that compares all imported patients, which uses a whole CPU.
 */
export async function warmUp(
  { client, sample, authorizations, product: { url } }: Stage,
  load: Load,
  isChosen: (name: string) => boolean,
): Promise<void> {
  while (await hasUncompared(client)) await delay(1_000);
  for (const call of calls.filter(({ name }) => isChosen(name))) {
    const requests = call.requests(sample);
    if (requests.length === 0) continue;
    const task = { url, authorizations, requests, warmUp: 0, duration: ROUND };
    let answered = 0;
    for (let index = 0; index < MAX_ROUNDS && answered < MIN_ANSWERS; index += 1) {
      answered = (await load.run({ ...task, from: answered })).next;
    }
  }
}

async function hasUncompared(client: Client): Promise<boolean> {
  const { rows } = await client.query('select from similar_pending limit 1');
  return rows.length > 0;
}
