/** Figures of a run, such as counts; no personal data. */
export type JobFacts = Record<string, number | string | boolean | null>;

/** A recurring task, done by one process at a time. */
export interface Job {
  /** Its name in the database, the same in every process and release. */
  readonly name: string;
  readonly schedule: Schedule;
  /**
   * Runs once. A run may be interrupted at any moment and begun again by another process, so it must be
   * safe to repeat.
   * @param signal aborts when the process stops, or may no longer be the only one: a long run checks it
   *   between its steps
   */
  run(signal: AbortSignal): Promise<JobFacts | undefined>;
}

export type Schedule =
  /** Minutes from the end of one run to the next; the first is at once. */
  | { readonly everyMinutes: number }
  /** Each day at a time of a zone. A run that was missed is made up for at the next start. */
  | { readonly dailyAt: `${number}:${number}`; readonly timeZone: string };
