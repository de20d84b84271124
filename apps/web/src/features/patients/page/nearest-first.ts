import { isInstant } from '@simiente/contract/common/dates';

/**
 * Appointments in the order in which they are looked for: those to come, the next one first; then
 * those that were, the last one first; then those without a date.
 */
export function nearestFirst<Item>(
  items: readonly Item[],
  instantOf: (item: Item) => string | null,
  now: number = Date.now(),
): Item[] {
  const place = (item: Item): readonly [group: number, distance: number] => {
    const instant = instantOf(item);
    if (!isInstant(instant)) return [2, 0];
    const distance = Date.parse(instant) - now;
    return distance >= 0 ? [0, distance] : [1, -distance];
  };
  return items.toSorted((first, second) => {
    const [firstGroup, firstDistance] = place(first);
    const [secondGroup, secondDistance] = place(second);
    return firstGroup - secondGroup || firstDistance - secondDistance;
  });
}
