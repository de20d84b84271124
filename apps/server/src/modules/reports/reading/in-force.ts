import type { ReportKind } from '@simiente/contract/reports/states';
import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import { reports, reportVersions } from '../../../schema/reports.ts';

/** The text of a report that the specification's calls show; null where there is none, or it was withdrawn. */
export function textInForce(patientId: SQLWrapper, kind: ReportKind): SQL<string | null> {
  return sql<string | null>`(select ${reportVersions.text} from ${reports}
    join ${reportVersions} on ${reportVersions.id} = ${reports.inForceId}
    where ${and(eq(reports.patientId, patientId), eq(reports.kind, sql.raw(`'${kind}'`)))})`;
}

/** Seconds until a signature is sealed. */
const UNTIL_SEALED = 2;

export const notSealed = () => new Problem('NOT_SEALED', { retryAfter: UNTIL_SEALED });

/**
 * Of what hands out a signed version.
 * @throws Problem NOT_SEALED until the chain of the audit has its signature
 */
export async function requireSealed(db: Reader, versionId: string): Promise<void> {
  if (!(await isSealed(db, versionId))) throw notSealed();
}

/**
 * Whether the chain of the audit has a signature: its row has a seal, or is archived, which no row is without one.
 * @param eventId the row of the signature; null for a draft, which waits for none
 */
export const isSealedEvent = (eventId: SQLWrapper) =>
  sql<boolean>`not exists (select from ${auditEvents} where ${auditEvents.id} = ${eventId}
    and not exists (select from ${auditSeals} where ${auditSeals.eventId} = ${auditEvents.id}))`;

/** The same of a version; false for a draft. */
export async function isSealed(db: Reader, versionId: string): Promise<boolean> {
  const [version] = await db
    .select({ isSealed: isSealedEvent(reportVersions.auditEventId) })
    .from(reportVersions)
    .where(and(eq(reportVersions.id, versionId), ne(reportVersions.type, 'draft')));
  return version?.isSealed ?? false;
}
