import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createSemaphore, type SemaphoreLimits } from './semaphore.ts';

const LIMITS = { all: 2, perClient: 1, retryAfter: 2, waiting: 4, maxWait: 60_000 };

/** Requests that record the order in which they get a slot. */
function clients(limits: Partial<SemaphoreLimits> = {}) {
  const slots = createSemaphore({ ...LIMITS, ...limits });
  const admitted: string[] = [];
  const rejected: string[] = [];
  async function requestSlot(name: string, connection = new EventEmitter()) {
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
  return { slots, admitted, rejected, requestSlot };
}

describe('semaphore', () => {
  test('free slots are given immediately, others when a request ends', async () => {
    const { admitted, requestSlot } = clients();
    const [end] = await Promise.all([requestSlot('a1'), requestSlot('b1')]);
    const queued = requestSlot('c1');
    await Promise.resolve();
    expect(admitted).toEqual(['a1', 'b1']);
    end();
    await queued;
    expect(admitted).toEqual(['a1', 'b1', 'c1']);
  });

  test('requests wait in order, and a client at its limit is skipped', async () => {
    const { admitted, requestSlot } = clients({ all: 2, waiting: 8 });
    const [first, other] = await Promise.all([requestSlot('a1'), requestSlot('b1')]);
    const [second, third, last] = ['a2', 'a3', 'c1'].map((name) => requestSlot(name));
    other();
    await last;
    first();
    (await second)?.();
    await third;
    expect(admitted).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  test('one client never has all slots, even without other clients', async () => {
    const { slots, requestSlot } = clients();
    await requestSlot('a1');
    void requestSlot('a2');
    expect(slots.count()).toEqual({ busy: 1, queued: 1 });
    await requestSlot('b1');
    expect(slots.count()).toEqual({ busy: 2, queued: 1 });
  });

  test('the queue is limited, and one client has at most half of its places', async () => {
    const { rejected, requestSlot } = clients();
    await Promise.all([requestSlot('x1'), requestSlot('y1')]);
    for (const name of ['a1', 'a2']) void requestSlot(name);
    await requestSlot('a3');
    for (const name of ['b1', 'c1']) void requestSlot(name);
    await requestSlot('d1');
    expect(rejected).toEqual(['a3', 'd1']);
  });

  test('a queued request is dropped after the maximum wait, or when its client leaves', async () => {
    const { slots, rejected, requestSlot } = clients({ maxWait: 20 });
    await Promise.all([requestSlot('x1'), requestSlot('y1')]);
    await requestSlot('a1');
    expect(rejected).toEqual(['a1']);

    const lasting = clients();
    await Promise.all([lasting.requestSlot('x1'), lasting.requestSlot('y1')]);
    const connection = new EventEmitter();
    const disconnected = lasting.requestSlot('a1', connection);
    connection.emit('close');
    await disconnected;
    expect(lasting.slots.count()).toEqual({ busy: 2, queued: 0 });
    expect(connection.listenerCount('close')).toBe(0);
    expect(slots.count()).toEqual({ busy: 2, queued: 0 });
  });

  test('freeing a slot twice frees it once', async () => {
    const { slots, requestSlot } = clients();
    const end = await requestSlot('a1');
    await requestSlot('b1');
    end();
    end();
    expect(slots.count()).toEqual({ busy: 1, queued: 0 });
  });
});
