interface Study {
  readonly study: string;
  readonly on: string;
  readonly values: Readonly<Record<string, number | string | boolean>>;
  readonly ranges?: Readonly<Record<string, readonly number[]>>;
  readonly edition?: 5;
  /** Rows without an analyte of ours. */
  readonly rows?: Readonly<Record<string, readonly [value: number, unit: string]>>;
}

/** A patient's results, and sentences about them with the verdict of a doctor who has them at hand, one a line. */
export interface Case {
  readonly studies: readonly Study[];
  readonly true: string;
  readonly false: string;
  readonly undecidable: string;
}

export type Sentences = Pick<Case, 'true' | 'false' | 'undecidable'>;
