/**
 * The advisory locks that processes on one database meet at, by the number that PostgreSQL knows each
 * by. Any number, but another for each, and the same in every release: two run at once while one
 * takes the other's place. What is locked by its name is hashed, and meets none of these.
 */
export const LOCKS = {
  /** Whoever holds it migrates, the others wait. */
  migration: 7_303_014,
  /** Whoever holds it seals the audit, the others leave it to them. */
  seal: 7_303_015,
  /** Whoever holds it imports. */
  import: 7_303_016,
  /** Whoever holds it applies what Calendly sent: two halves of a move never pass each other. */
  calendly: 7_303_017,
  /**
   * A backup holds it exclusively: there is one at a time, and what its snapshot names stays in the
   * file store until it ends. Who removes a file from the store holds it shared meanwhile.
   */
  backup: 7_303_018,
  /** Whoever holds it makes the first account. */
  firstAccount: 7_303_019,
} as const;

/** The first of the two numbers of a job's lock, which the job's name makes the second. */
export const JOB_LOCKS = 7_303_017;
