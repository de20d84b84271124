import { expect, test, vi } from 'vitest';

test('queued code is loaded one by one after the sign-in and the first rows', async () => {
  // A queue of its own: code that other tests of this worker have queued would be loaded first.
  vi.resetModules();
  const { startPrefetch, whenIdle } = await import('./lazy-with-prefetch.ts');
  const { queryClient } = await import('./query-client.ts');
  vi.useFakeTimers();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  whenIdle(() => {
    done.push('first');
    return first.promise;
  });
  whenIdle(async () => done.push('second'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([]);

  const rows = Promise.withResolvers<string>();
  void queryClient.fetchQuery({ queryKey: ['rows'], queryFn: () => rows.promise });
  startPrefetch(async () => done.push('toasts'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([]);

  rows.resolve('rows');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(['toasts', 'first']);

  // A failed load does not block the queue.
  first.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(['toasts', 'first', 'second']);
});
