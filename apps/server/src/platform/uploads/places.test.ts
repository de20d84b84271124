import { expect, test } from 'vitest';
import { createUploadPlaces } from './places.ts';

/** Takes places that are kept until `release`. */
function takers() {
  const places = createUploadPlaces();
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (person: string) => places.hold(person, () => promise);
  return { places, take, release: resolve };
}

test('one person has eight places, and others still have theirs', async () => {
  const { places, take, release } = takers();
  const held = Array.from({ length: 8 }, () => take('ana'));
  await expect(take('ana')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  await expect(places.hold('luis', async () => 'done')).resolves.toBe('done');
  release();
  await Promise.all(held);
  await expect(places.hold('ana', async () => 'done')).resolves.toBe('done');
});

test('all have twenty-four, and one that failed is given back', async () => {
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
