import type { SignerSnapshot } from '@simiente/contract/reports/version';
import { type AnyColumn, aliasedTable, and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { auditEvents } from '../../../schema/audit.ts';
import { patients } from '../../../schema/patients.ts';
import { professionalIdentityVersions } from '../../../schema/professional-identities.ts';
import { reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import type { ArchivedAction } from '../../audit/public.ts';
import { hashText } from '../review/working-copy.ts';
import { earlierDigest, frozenDigest, withdrawalDigest } from './signature.ts';

interface AlteredVersion {
  readonly id: string;
  /**
   * `altered`: the version or its withdrawal differs from its audit row. `missing`: only the audit row exists.
   * `unaudited`: the audit row is neither in the database nor in the archives.
   */
  readonly problem: 'altered' | 'missing' | 'unaudited';
}

/** Actions whose audit rows have the digest of the signed content. */
export const SIGNATURES = ['report.signed', 'report.withdrawn'] as const;

interface Verification {
  readonly db: Database;
  readonly report: (version: AlteredVersion) => void;
  /** Archived audit rows by id; undefined if archives are not checked. */
  readonly archived: ReadonlyMap<number, ArchivedAction> | undefined;
  /** Audit rows before this id are only in the archives. */
  readonly since: number;
}

/** Maximum versions in memory. */
const BATCH_SIZE = 200;

/** Milliseconds. An audit row is written in the transaction of its version, so both times are nearly equal. */
const MAX_TIME_DIFFERENCE = 10 * 60_000;

/**
 * Compares every signed version and withdrawal with the digest in its audit row. The audit chain is checked
 * separately.
 * @returns the number of versions
 */
export async function verifySigned(
  db: Database,
  report: (version: AlteredVersion) => void,
  archived?: ReadonlyMap<number, ArchivedAction>,
): Promise<number> {
  const [oldest] = await db
    .select({ id: sql<number | null>`min(${auditEvents.id})`.mapWith(Number) })
    .from(auditEvents);
  const verification = { db, report, archived, since: oldest?.id ?? Number.POSITIVE_INFINITY };
  const checked = await verifyVersions(verification);
  await reportMissing(verification);
  return checked;
}

interface SignedRecord {
  readonly id: string;
  readonly auditEventId: number | null;
  readonly at: Date;
  readonly signer: SignerSnapshot | null;
  readonly identity: typeof professionalIdentityVersions.$inferSelect | null;
  /** Null if the database does not have the audit row. */
  readonly row: Pick<ArchivedAction, 'at' | 'details'> | null;
  /** Whether the text agrees with its digest. */
  readonly isIntact: boolean;
}

function compare(
  { report, archived, since }: Verification,
  { id, auditEventId, at, signer, identity, row, isIntact }: SignedRecord,
  matchesDigest: (details: ArchivedAction['details']) => boolean,
): void {
  const isArchived = row === null && (auditEventId ?? 0) < since;
  const archivedAct = isArchived ? archived?.get(auditEventId ?? 0) : undefined;
  if (isArchived && archived !== undefined && archivedAct?.subjectId !== id) {
    report({ id, problem: 'unaudited' });
    return;
  }
  const audited = row ?? archivedAct;
  const isAsAudited =
    audited === undefined
      ? isArchived
      : matchesDigest(audited.details) &&
        Math.abs(at.getTime() - audited.at.getTime()) < MAX_TIME_DIFFERENCE;
  if (!isAsAudited || !isIntact || !matchesIdentity(identity, signer)) {
    report({ id, problem: 'altered' });
  }
}

const withdrawer = aliasedTable(professionalIdentityVersions, 'withdrawer');
const withdrawalEvents = aliasedTable(auditEvents, 'withdrawal_events');
const isAuditRow = (
  events: Readonly<Record<'id' | 'subjectId', AnyColumn>>,
  { auditEventId }: { readonly auditEventId: AnyColumn },
) => and(eq(events.id, auditEventId), eq(events.subjectId, reportVersions.id));

async function verifyVersions(verification: Verification): Promise<number> {
  let checked = 0;
  for (let after = ''; ; ) {
    const rows = await verification.db
      .select({
        version: reportVersions,
        identity: professionalIdentityVersions,
        row: pick(auditEvents, ['at', 'details']),
        withdrawal: reportWithdrawals,
        withdrawer,
        withdrawalRow: pick(withdrawalEvents, ['at', 'details']),
      })
      .from(reportVersions)
      .leftJoin(
        professionalIdentityVersions,
        eq(professionalIdentityVersions.id, reportVersions.identityVersionId),
      )
      .leftJoin(auditEvents, isAuditRow(auditEvents, reportVersions))
      .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, reportVersions.id))
      .leftJoin(withdrawer, eq(withdrawer.id, reportWithdrawals.identityVersionId))
      .leftJoin(withdrawalEvents, isAuditRow(withdrawalEvents, reportWithdrawals))
      .where(and(ne(reportVersions.type, 'draft'), gt(reportVersions.id, after)))
      .orderBy(asc(reportVersions.id))
      .limit(BATCH_SIZE);
    for (const { version, identity, row, withdrawal, ...withdrawn } of rows) {
      const isIntact = version.sha256 === hashText(version.text);
      const signed = { ...version, at: version.arrivedAt, identity, row, isIntact };
      compare(verification, signed, (details) =>
        details?.digest === undefined
          ? // Early versions, which have no results.
            details?.frozen === earlierDigest(version) && !version.results?.length
          : details.digest === frozenDigest(version),
      );
      if (withdrawal === null) continue;
      const audited = { identity: withdrawn.withdrawer, row: withdrawn.withdrawalRow };
      compare(
        verification,
        { ...withdrawal, ...audited, id: version.id, isIntact: true },
        (details) => details?.frozen === withdrawalDigest(withdrawal),
      );
    }
    checked += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return checked;
    after = last.version.id;
  }
}

const CREDENTIALS = [
  'fullName',
  'cedula',
  'institution',
  'specialty',
  'specialtyCertificate',
] as const;

function matchesIdentity(
  identity: SignedRecord['identity'],
  signer: SignerSnapshot | null,
): boolean {
  return (
    identity !== null &&
    signer !== null &&
    signer.idIdentityVersion === identity.id &&
    signer.idAccount === identity.staffId &&
    CREDENTIALS.every((field) => signer[field] === identity[field])
  );
}

/** Reports audited signatures without a version. The versions of a purged patient are legally deleted. */
async function reportMissing({ db, report, archived }: Verification): Promise<void> {
  const { action, subjectId, patientId } = auditEvents;
  const signatures = [
    ...(await db
      .select({ action, subjectId, patientId })
      .from(auditEvents)
      .where(inArray(action, [...SIGNATURES]))),
    ...(archived?.values() ?? []),
  ];
  const missing = new Set<string>();
  for (let from = 0; from < signatures.length; from += BATCH_SIZE) {
    const batch = signatures
      .slice(from, from + BATCH_SIZE)
      .map((act) => pick(act, ['action', 'subjectId', 'patientId']));
    const { rows } = await db.execute<{ id: string }>(sql`
      select act ->> 'subjectId' as id from jsonb_array_elements(${JSON.stringify(batch)}::jsonb) act
        join ${patients} on ${patients.id} = act ->> 'patientId'
       where case act ->> 'action'
         when 'report.signed' then not exists (
           select from ${reportVersions} where ${reportVersions.id} = act ->> 'subjectId')
         else not exists (
           select from ${reportWithdrawals} where ${reportWithdrawals.versionId} = act ->> 'subjectId') end`);
    for (const { id } of rows) missing.add(id);
  }
  for (const id of missing) report({ id, problem: 'missing' });
}
