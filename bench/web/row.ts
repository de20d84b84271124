/** A figure of the browser's, and whether it is what it must be. */
export interface WebRow {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  readonly reached: boolean;
  readonly note: string;
}

/** Where the product runs, and who measures it. */
export interface Place {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** '87 ms (61–140)': the middle, the least and the most. */
export function milliseconds(values: readonly number[]): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(0)} ms (${least.toFixed(0)}–${most.toFixed(0)})`;
}
