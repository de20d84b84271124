import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { reportVersions } from '../../schema/reports.ts';
import { frozenDigest } from './signature.ts';

/** A signed version that is not what its row of the audit says, or that is gone. */
export interface AlteredVersion {
  readonly id: string;
  readonly problem: 'altered' | 'missing';
}

/** Versions in memory at the same time. */
const AT_ONCE = 200;

/**
 * Compares every signed version with the digest in its row of the audit, whose chain is checked apart.
 * @returns how many there are
 */
export async function verifySigned(
  db: Database,
  found: (version: AlteredVersion) => void,
): Promise<number> {
  let checked = 0;
  // Earlier rows of the audit are in its archives.
  const [oldest] = await db
    .select({ id: sql<number | null>`min(${auditEvents.id})`.mapWith(Number) })
    .from(auditEvents);
  for (let after = ''; ; ) {
    const rows = await db
      .select({ version: reportVersions, details: auditEvents.details })
      .from(reportVersions)
      .leftJoin(
        auditEvents,
        and(
          eq(auditEvents.id, reportVersions.auditEventId),
          eq(auditEvents.subjectId, reportVersions.id),
        ),
      )
      .where(and(ne(reportVersions.type, 'draft'), gt(reportVersions.id, after)))
      .orderBy(asc(reportVersions.id))
      .limit(AT_ONCE);
    for (const { version, details } of rows) {
      if (details === null && (version.auditEventId ?? 0) < (oldest?.id ?? 0)) continue;
      if (details?.frozen !== frozenDigest(version)) found({ id: version.id, problem: 'altered' });
    }
    checked += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) break;
    after = last.version.id;
  }
  // Those of a purged patient are gone by law.
  const missing = await db
    .select({ id: auditEvents.subjectId })
    .from(auditEvents)
    .innerJoin(patients, eq(patients.id, auditEvents.patientId))
    .leftJoin(reportVersions, eq(reportVersions.id, auditEvents.subjectId))
    .where(and(eq(auditEvents.action, 'report.signed'), sql`${reportVersions.id} is null`));
  for (const { id } of missing) if (id !== null) found({ id, problem: 'missing' });
  return checked;
}
