import type { Spread } from './statistics.ts';

/** A row of the table of results. */
export interface Row {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  /** Text of the column that its findings name. */
  readonly besides?: string;
  /** Null: it has no target, or could not be measured; the note explains which. */
  readonly reached: boolean | null;
  readonly note: string;
}

/** A figure with its spread, for a plot. */
export interface Bar {
  readonly name: string;
  readonly value: Spread;
}

/** Bars that are compared, and the value that they must reach or not exceed. */
export interface Plot {
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly target: { readonly value: number; readonly says: string };
  readonly bars: readonly Bar[];
}

/** The results of a part of the benchmark. */
export interface Findings {
  readonly title: string;
  /** The header of a column beside the measurements. */
  readonly besides?: string;
  readonly rows: readonly Row[];
  readonly plots?: readonly Plot[];
}
