/**
 * Where the keyboard goes on after a row has left the list: to the one that took its place, to the
 * one before where it was the last, or to the page's title where none is left.
 */
export function focusRowOrHead(page: HTMLElement | null, place: number): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>('[data-row-index]') ?? [])];
  const next = rows.find((row) => Number(row.dataset.rowIndex) >= place) ?? rows.at(-1);
  const target = next?.querySelector('button') ?? page?.querySelector('h1');
  if (target?.tagName === 'H1') target.tabIndex = -1;
  target?.focus();
}
