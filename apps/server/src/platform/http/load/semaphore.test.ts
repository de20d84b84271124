import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createSemaphore, type SemaphoreLimits } from './semaphore.ts';

const LIMITS = { all: 2, perClient: 1, retryAfter: 2, waiting: 4, maxWait: 60_000 };

/** Requests that record the order in which they get a slot. */
function clients(limits: Partial<SemaphoreLimits> = {}) {
  const slots = createSemaphore({ ...LIMITS, ...limits });
  const admitted: string[] = [];
  const rejected: string[] = [];
  async function ask(name: string, connection = new EventEmitter()) {
    const [client = ''] = name;
    try {
      const end = await slots.take(client, connection);
      admitted.push(name);
      return end;
    } catch (problem) {
      expect(problem).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
      rejected.push(name);
      return () => {};
    }
  }
  return { slots, admitted, rejected, ask };
}

describe('semaphore', () => {
  test('free slots are given immediately, others when a request ends', async () => {
    const { admitted, ask } = clients();
    const [end] = await Promise.all([ask('a1'), ask('b1')]);
    const queued = ask('c1');
    await Promise.resolve();
    expect(admitted).toEqual(['a1', 'b1']);
    end();
    await queued;
    expect(admitted).toEqual(['a1', 'b1', 'c1']);
  });

  test('requests wait in order, and a client at its limit is skipped', async () => {
    const { admitted, ask } = clients({ all: 2, waiting: 8 });
    const [first, other] = await Promise.all([ask('a1'), ask('b1')]);
    const [second, third, last] = ['a2', 'a3', 'c1'].map((name) => ask(name));
    other();
    await last;
    first();
    (await second)?.();
    await third;
    expect(admitted).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('one client never has all slots, even without other clients', async () => {
    const { slots, ask } = clients();
    await ask('a1');
    void ask('a2');
    expect(slots.count()).toEqual({ busy: 1, queued: 1 });
    await ask('b1');
    expect(slots.count()).toEqual({ busy: 2, queued: 1 });
  });

  test('the queue is limited, and one client has at most half of it', async () => {
    const { rejected, ask } = clients();
    await Promise.all([ask('x1'), ask('y1')]);
    for (const name of ['a1', 'a2']) void ask(name);
    await ask('a3');
    for (const name of ['b1', 'c1']) void ask(name);
    await ask('d1');
    expect(rejected).toEqual(['a3', 'd1']);
  });

  test('a queued request is dropped after the limit, or when its client leaves', async () => {
    const { slots, rejected, ask } = clients({ maxWait: 20 });
    await Promise.all([ask('x1'), ask('y1')]);
    await ask('a1');
    expect(rejected).toEqual(['a1']);

    const lasting = clients();
    await Promise.all([lasting.ask('x1'), lasting.ask('y1')]);
    const connection = new EventEmitter();
    const gone = lasting.ask('a1', connection);
    connection.emit('close');
    await gone;
    expect(lasting.slots.count()).toEqual({ busy: 2, queued: 0 });
    expect(connection.listenerCount('close')).toBe(0);
    expect(slots.count()).toEqual({ busy: 2, queued: 0 });
  });

  test('freeing a slot twice frees it once', async () => {
    const { slots, ask } = clients();
    const end = await ask('a1');
    await ask('b1');
    end();
    end();
    expect(slots.count()).toEqual({ busy: 1, queued: 0 });
  });
});
