import { expect, test, vi } from 'vitest';
import { fetchAhead, whenIdle } from './later.ts';
import { queryClient } from './query-client.ts';

test('what is needed later is fetched once somebody is in and the first rows are there, one by one', async () => {
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
  fetchAhead(async () => done.push('toasts'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([]);

  rows.resolve('rows');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(['toasts', 'first']);

  // One that fails holds up nothing; it is fetched when it is used.
  first.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual(['toasts', 'first', 'second']);
});
