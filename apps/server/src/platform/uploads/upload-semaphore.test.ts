import { expect, test } from 'vitest';
import { createSemaphore } from '../http/load/semaphore.ts';
import { UPLOAD_PERMITS } from './receive-form.ts';

/** Takes permits that are held until `release`. */
function acquirers() {
  const semaphore = createSemaphore(UPLOAD_PERMITS);
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (person: string) => semaphore.withPermit(person, () => promise);
  return { semaphore, take, release: resolve };
}

test('one user has eight simultaneous uploads, and other users can still upload', async () => {
  const { semaphore, take, release } = acquirers();
  const permits = Array.from({ length: 8 }, () => take('ana'));
  await expect(take('ana')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  await expect(semaphore.withPermit('luis', async () => 'done')).resolves.toBe('done');
  release();
  await Promise.all(permits);
  await expect(semaphore.withPermit('ana', async () => 'done')).resolves.toBe('done');
});

test('a process has twenty-four permits for uploads, and a failed upload returns its permit', async () => {
  const { semaphore, take, release } = acquirers();
  const people = ['ana', 'luis', 'eva'];
  const permits = people.flatMap((person) => Array.from({ length: 8 }, () => take(person)));
  await expect(take('iván')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  release();
  await Promise.all(permits);
  for (let time = 0; time < 30; time += 1) {
    await expect(
      semaphore.withPermit('ana', () => Promise.reject(new Error('cut off'))),
    ).rejects.toThrow();
  }
  await expect(semaphore.withPermit('ana', async () => 'done')).resolves.toBe('done');
});
