import { keepResult } from './results.ts';

/** Stores the figures of a load test by name. */
export function keepLoad(
  id: string,
  load: string,
  numbers: Readonly<Record<string, number>>,
): void {
  keepResult({ id, load, numbers });
}
