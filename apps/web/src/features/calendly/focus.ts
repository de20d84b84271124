import { focusIt } from '../../ui/focus/kept-focus.ts';

/**
 * Where the keyboard goes on after a row has left the list: to the one that took its place, to the
 * one before where it was the last, or to the page's title where none is left.
 */
export function focusRowOrTitle(page: HTMLElement | null, place: number): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>('[data-row-index]') ?? [])];
  const next = rows.find((row) => Number(row.dataset.rowIndex) >= place) ?? rows.at(-1);
  const button = next?.querySelector('button');
  if (button) button.focus();
  else focusTitle();
}

/** The title of the page, where nothing of what stood below it is left. */
export function focusTitle(): void {
  focusIt(document.querySelector('h1'));
}
