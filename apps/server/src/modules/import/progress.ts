/** How far an import is. */
export interface ImportProgress {
  /** First all of it is read and checked, then all of it is written. */
  readonly phase: 'check' | 'write';
  /** Elements of the export's lists. */
  readonly records: number;
  /** Read so far in this phase. */
  readonly bytes: number;
  /** Of the file; null where there is none. */
  readonly totalBytes: number | null;
}

export type OnProgress = (progress: ImportProgress) => void;
