import { expect, test } from 'vitest';
import { groupPlaces } from './PlacesMap.tsx';

const at = (x: number, y = 0) => ({ x, y });

test('near places form a group at the position of the first; others stay single', () => {
  const groups = groupPlaces([at(0), at(100), at(10), at(139), at(0, 41)], (point) => point, 40);
  expect(groups).toEqual([
    { at: at(0), places: [at(0), at(10)] },
    { at: at(100), places: [at(100), at(139)] },
    { at: at(0, 41), places: [at(0, 41)] },
  ]);
});

test('E-2.230: markers keep a minimum distance, and no place is lost', () => {
  const places = Array.from({ length: 500 }, (_, index) =>
    at((index * 37) % 300, (index * 61) % 200),
  );
  const groups = groupPlaces(places, (point) => point, 30);
  expect(groups.flatMap((group) => group.places)).toHaveLength(500);
  for (const [index, { at: first }] of groups.entries()) {
    for (const { at: other } of groups.slice(index + 1)) {
      expect(Math.hypot(first.x - other.x, first.y - other.y)).toBeGreaterThanOrEqual(30);
    }
  }
});
