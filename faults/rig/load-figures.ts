import { keepFigure } from './figures.ts';

/** Keeps the figures of a load test by name. */
export function keepLoad(
  id: string,
  load: string,
  numbers: Readonly<Record<string, number>>,
): void {
  keepFigure({ id, load, numbers });
}
