/**
 * A process that sends requests to one server as fast as it answers, on one connection per user.
 */
import { Client } from 'undici';
import { percentile } from '../measurements/statistics.ts';
import type { Outcome, Task } from './request.ts';
import { sendRequest } from './send-request.ts';

async function work(task: Task): Promise<Outcome> {
  const { url, authorizations, requests, warmUp, duration } = task;
  let next = task.from;
  let failures = 0;
  let failure: string | null = null;
  const begin = performance.now() + warmUp;
  const end = begin + duration;
  // A call slower than the given time is measured by its first answer.
  let last = begin;
  const latencies: number[] = [];

  const runUser = async (authorization: string): Promise<void> => {
    const client = new Client(url, { pipelining: 1 });
    for (;;) {
      const sent = performance.now();
      if (sent >= end && (latencies.length > 0 || failures > 0)) break;
      const request = requests[next % requests.length];
      next += 1;
      if (!request) break;
      const wrong = await sendRequest(client, request, authorization);
      const answered = performance.now();
      if (wrong !== null) {
        failures += 1;
        failure ??= `${request.method} ${request.path}: ${wrong}`;
      } else if (answered >= begin && (answered < end || latencies.length === 0)) {
        latencies.push(answered - sent);
        last = answered;
      }
    }
    await client.close();
  };
  await Promise.all(authorizations.map(runUser));
  latencies.sort((one, other) => one - other);
  return {
    throughput: (latencies.length * 1000) / Math.max(duration, last - begin),
    answers: latencies.length,
    all: next - task.from,
    failures,
    failure,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    slowest: latencies.at(-1) ?? Number.NaN,
    next,
  };
}

process.on('message', async (task: Task) => {
  process.send?.(await work(task));
});
