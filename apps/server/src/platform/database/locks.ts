/**
 * The numbers of the advisory locks that the processes of one database share. The numbers are arbitrary but
 * distinct, and equal in every release, because two releases run together during an update. A named lock
 * uses a 64-bit hash, whose collision with one of these is negligible.
 */
export const LOCKS = {
  /** Held while migrating; other processes wait. */
  migration: 7_303_014,
  /** Held while sealing the audit; other processes skip it. */
  seal: 7_303_015,
  import: 7_303_016,
  peopleImport: 7_303_023,
  similarPatients: 7_303_024,
  /** Held while applying a Calendly webhook. Rescheduling sends two, which must stay in order. */
  calendly: 7_303_017,
  /**
   * A backup holds it exclusively, so that the files of its snapshot stay in the store. A process that removes
   * files holds it shared.
   */
  backup: 7_303_018,
  firstAccount: 7_303_019,
  /** Held to add partitions to the audit; the migration that created the function uses the same number. */
  auditPartitions: 7_303_020,
  /** Held by `close_audit_ids`, which sets the highest id that is closed for new audit rows. */
  auditClosing: 7_303_021,
} as const;

/**
 * The first of the two numbers of a job's lock; the second is derived from the job's name. It may equal `calendly`,
 * because PostgreSQL distinguishes locks of one number from locks of two.
 */
export const JOB_LOCKS = 7_303_017;

/**
 * The first of the two numbers of the lock that a laboratory's message holds while it is applied. A correction thus
 * comes after the corrected message. The second number is derived from the laboratory's id.
 */
export const LABORATORY_LOCKS = 7_303_022;
