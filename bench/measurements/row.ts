/** A row of the table of results. */
export interface Row {
  readonly name: string;
  readonly target: string;
  readonly measured: string;
  /** Null: it has no target, or could not be measured; the note explains which. */
  readonly reached: boolean | null;
  readonly note: string;
}

/** The results of a part of the benchmark. */
export interface Findings {
  readonly title: string;
  readonly rows: readonly Row[];
}
