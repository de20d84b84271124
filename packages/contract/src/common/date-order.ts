const WRITTEN = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2}(?!\d))/;

/**
 * The order that the dates of a column prove; null where all of them may be either, or where they contradict each
 * other. A column without such a date is of no order, and read as the day first.
 */
export function provenOrder(cells: readonly string[]): 'day' | 'month' | null {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = WRITTEN.exec(cell.trim()) ?? [];
    return first === undefined || first === second
      ? []
      : [[Number(first), Number(second)] as const];
  });
  const isDay = pairs.some(([first]) => first > 12);
  const isMonth = pairs.some(([, second]) => second > 12);
  if (isDay !== isMonth) return isDay ? 'day' : 'month';
  return pairs.length === 0 ? 'day' : null;
}
