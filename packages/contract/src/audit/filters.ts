// This file is separate from the schemas, so that screens do not load Zod.

export const auditSorts = ['-at', 'at'] as const;
export type AuditSort = (typeof auditSorts)[number];

/** Actors without an account. */
export const machineActors = ['system', 'operator', 'anonymous'] as const;
