/** Counts and the like, for the record of a run; nothing of a person. */
export type JobFacts = Record<string, number | string | boolean | null>;

/** Something that is done again and again by one process at a time, whichever is there. */
export interface Job {
  /** Its name in the database, the same in every process and for ever. */
  readonly name: string;
  readonly schedule: Schedule;
  /**
   * Does it once. A run may be cut short at any moment and begun again by another process, so it must
   * be safe to repeat.
   *
   * @param signal aborts when the process is told to stop, or may no longer believe that it is the
   *   only one: a run that takes long looks at it between its steps
   */
  run(signal: AbortSignal): Promise<JobFacts | undefined>;
}

export type Schedule =
  /** Minutes from the end of one run to the next; the first is at once. */
  | { readonly everyMinutes: number }
  /**
   * Each day at a time of a zone. One that was missed, because nothing ran then, is made up for at
   * the next start.
   */
  | { readonly dailyAt: `${number}:${number}`; readonly timeZone: string };
