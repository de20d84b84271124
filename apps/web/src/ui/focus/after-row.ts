import { focusIt } from './fallback-focus.ts';

/**
 * Moves the focus after a row was removed: to the next row, to the previous one if it was the last, or
 * to the page's title if none is left.
 */
export function focusRowOrTitle(page: HTMLElement | null, position: number): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>('[data-row-index]') ?? [])];
  const next = rows.find((row) => Number(row.dataset.rowIndex) >= position) ?? rows.at(-1);
  const button = next?.querySelector('button');
  if (button) button.focus();
  else focusTitle();
}

export function focusTitle(): void {
  focusIt(document.querySelector('h1'));
}
