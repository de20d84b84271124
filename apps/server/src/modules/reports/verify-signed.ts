import type { SignerSnapshot } from '@simiente/contract/reports/calls';
import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { professionalIdentityVersions } from '../../schema/professional-identities.ts';
import { reportVersions, reportWithdrawals } from '../../schema/reports.ts';
import { frozenDigest, withdrawalDigest } from './signature.ts';
import { sha256Of } from './working-copy.ts';

/** A signed version, or its withdrawal, that is not what its row of the audit says, or that is gone. */
export interface AlteredVersion {
  readonly id: string;
  readonly problem: 'altered' | 'missing';
}

/** Versions in memory at the same time. */
const AT_ONCE = 200;

/** A row of the audit is written in the transaction of its version: minutes apart is another hour. */
const CLOSE = 10 * 60_000;

/**
 * Compares every signed version with the digest in its row of the audit, whose chain is checked apart, and so its
 * withdrawal.
 * @returns how many versions there are
 */
export async function verifySigned(
  db: Database,
  found: (version: AlteredVersion) => void,
): Promise<number> {
  // Earlier rows of the audit are in its archives.
  const [oldest] = await db
    .select({ id: sql<number | null>`min(${auditEvents.id})`.mapWith(Number) })
    .from(auditEvents);
  const since = oldest?.id ?? 0;
  const checked = await verifyVersions(db, since, found);
  await verifyWithdrawals(db, since, found);
  // Those of a purged patient are gone by law.
  const missing = await db
    .select({ id: auditEvents.subjectId })
    .from(auditEvents)
    .innerJoin(patients, eq(patients.id, auditEvents.patientId))
    .leftJoin(reportVersions, eq(reportVersions.id, auditEvents.subjectId))
    .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, auditEvents.subjectId))
    .where(
      or(
        and(eq(auditEvents.action, 'report.signed'), isNull(reportVersions.id)),
        and(eq(auditEvents.action, 'report.withdrawn'), isNull(reportWithdrawals.versionId)),
      ),
    );
  for (const { id } of missing) if (id !== null) found({ id, problem: 'missing' });
  return checked;
}

async function verifyVersions(
  db: Database,
  since: number,
  found: (version: AlteredVersion) => void,
): Promise<number> {
  let checked = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .select({
        version: reportVersions,
        identity: professionalIdentityVersions,
        details: auditEvents.details,
        at: auditEvents.at,
      })
      .from(reportVersions)
      .leftJoin(
        professionalIdentityVersions,
        eq(professionalIdentityVersions.id, reportVersions.identityVersionId),
      )
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
    for (const { version, identity, details, at } of rows) {
      const isArchived = at === null && (version.auditEventId ?? 0) < since;
      const isAsAudited =
        isArchived ||
        (at !== null &&
          details?.frozen === frozenDigest(version) &&
          Math.abs(version.arrivedAt.getTime() - at.getTime()) < CLOSE);
      const isWhole = version.sha256 === sha256Of(version.text) && isOf(identity, version.signer);
      if (!isAsAudited || !isWhole) found({ id: version.id, problem: 'altered' });
    }
    checked += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return checked;
    after = last.version.id;
  }
}

/** Whether a signature shows the version of the identity that it was made with. */
function isOf(
  identity: typeof professionalIdentityVersions.$inferSelect | null,
  signer: SignerSnapshot | null,
): boolean {
  return (
    identity !== null &&
    signer !== null &&
    signer.idIdentityVersion === identity.id &&
    signer.idAccount === identity.staffId &&
    signer.fullName === identity.fullName &&
    signer.cedula === identity.cedula &&
    signer.institution === identity.institution &&
    signer.specialty === identity.specialty &&
    signer.specialtyCertificate === identity.specialtyCertificate
  );
}

async function verifyWithdrawals(
  db: Database,
  since: number,
  found: (version: AlteredVersion) => void,
): Promise<void> {
  const rows = await db
    .select({ withdrawal: reportWithdrawals, details: auditEvents.details })
    .from(reportWithdrawals)
    .leftJoin(
      auditEvents,
      and(
        eq(auditEvents.id, reportWithdrawals.auditEventId),
        eq(auditEvents.subjectId, reportWithdrawals.versionId),
      ),
    );
  for (const { withdrawal, details } of rows) {
    if (details === null && withdrawal.auditEventId < since) continue;
    if (details?.frozen !== withdrawalDigest(withdrawal)) {
      found({ id: withdrawal.versionId, problem: 'altered' });
    }
  }
}
