import { keepResult } from './results.ts';

export function storeLoadResult(
  id: string,
  load: string,
  numbers: Readonly<Record<string, number>>,
): void {
  keepResult({ id, load, numbers });
}
