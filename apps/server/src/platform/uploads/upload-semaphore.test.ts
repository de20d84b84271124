import { expect, test } from 'vitest';
import { createUploadSemaphore } from './receive-form.ts';

/** Takes permits that are held until `release`. */
function takers() {
  const places = createUploadSemaphore();
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (person: string) => places.hold(person, () => promise);
  return { places, take, release: resolve };
}

test('one user has eight permits for uploads, and other users still get theirs', async () => {
  const { places, take, release } = takers();
  const held = Array.from({ length: 8 }, () => take('ana'));
  await expect(take('ana')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  await expect(places.hold('luis', async () => 'done')).resolves.toBe('done');
  release();
  await Promise.all(held);
  await expect(places.hold('ana', async () => 'done')).resolves.toBe('done');
});

test('a process has twenty-four permits for uploads, and a failed upload returns its own', async () => {
  const { places, take, release } = takers();
  const people = ['ana', 'luis', 'eva'];
  const held = people.flatMap((person) => Array.from({ length: 8 }, () => take(person)));
  await expect(take('iván')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  release();
  await Promise.all(held);
  for (let time = 0; time < 30; time += 1) {
    await expect(places.hold('ana', () => Promise.reject(new Error('cut off')))).rejects.toThrow();
  }
  await expect(places.hold('ana', async () => 'done')).resolves.toBe('done');
});
