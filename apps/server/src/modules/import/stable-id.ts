import { hash } from 'node:crypto';

/** Hexadecimal digits, as many as legacy ids have. */
const LENGTH = 20;

/** The id of a record without one in the export: the same from the same parts, every time. */
export function stableId(prefix: string, ...parts: readonly (string | Date | null)[]): string {
  return `${prefix}_${hash('sha256', JSON.stringify(parts)).slice(0, LENGTH)}`;
}
