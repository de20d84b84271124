import { keepFigure } from './figures.ts';

/** Keeps what a load came to, as numbers under names. */
export function keepLoad(
  id: string,
  load: string,
  numbers: Readonly<Record<string, number>>,
): void {
  keepFigure({ id, load, numbers });
}
