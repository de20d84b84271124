import { isInstant } from '@simiente/contract/common/dates';

/**
 * Sorts appointments by relevance: future ones first, the next one on top; then past ones, the
 * latest first; then those without a date, and cancelled ones.
 */
export function nearestFirst<Item extends { readonly status: string }>(
  items: readonly Item[],
  getInstant: (item: Item) => string | null,
  now: number = Date.now(),
): Item[] {
  const place = (item: Item): readonly [group: number, distance: number] => {
    const instant = getInstant(item);
    if (item.status === 'cancelled') return [3, 0];
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
