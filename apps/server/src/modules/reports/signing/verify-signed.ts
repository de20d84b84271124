import type { SignerSnapshot } from '@simiente/contract/reports/version';
import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { auditEvents } from '../../../schema/audit.ts';
import { patients } from '../../../schema/patients.ts';
import { professionalIdentityVersions } from '../../../schema/professional-identities.ts';
import { reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import type { ArchivedAct } from '../../audit/public.ts';
import { hashText } from '../review/working-copy.ts';
import { earlierDigest, frozenDigest, withdrawalDigest } from './signature.ts';

/**
 * A signed version or withdrawal that differs from its audit row, is missing, or whose row is neither in the
 * database nor in the archives.
 */
interface AlteredVersion {
  readonly id: string;
  readonly problem: 'altered' | 'missing' | 'unaudited';
}

/** The actions whose rows have the digest of the signed content. */
export const SIGNATURES = ['report.signed', 'report.withdrawn'] as const;

interface Verification {
  readonly db: Database;
  readonly found: (version: AlteredVersion) => void;
  /** Archived rows of these actions, by id; undefined if no archives were given. */
  readonly archived: ReadonlyMap<number, ArchivedAct> | undefined;
  /** Rows before this id are only in the archives. */
  readonly since: number;
}

/** Maximum versions in memory. */
const AT_ONCE = 200;

/** An audit row is written in the transaction of its version, so a difference of minutes means a changed time. */
const CLOSE = 10 * 60_000;

/**
 * Compares every signed version and its withdrawal with the digests in their audit rows, whose chain is checked
 * separately.
 * @returns how many versions there are
 */
export async function verifySigned(
  db: Database,
  found: (version: AlteredVersion) => void,
  archived?: ReadonlyMap<number, ArchivedAct>,
): Promise<number> {
  const [oldest] = await db
    .select({ id: sql<number | null>`min(${auditEvents.id})`.mapWith(Number) })
    .from(auditEvents);
  const verification = { db, found, archived, since: oldest?.id ?? Number.POSITIVE_INFINITY };
  const checked = await verifyVersions(verification);
  await verifyWithdrawals(verification);
  await findMissing(verification);
  return checked;
}

/** The audited part of a signature. */
type Audited = Pick<ArchivedAct, 'at' | 'details'>;

interface Signed {
  readonly id: string;
  readonly eventId: number | null;
  readonly at: Date;
  /** The version's row, if the database has it. */
  readonly row: { readonly at: Date | null; readonly details: Audited['details'] };
  readonly isWhole: boolean;
}

function compare(
  { found, archived, since }: Verification,
  { id, eventId, at, row, isWhole }: Signed,
  agrees: (details: Audited['details']) => boolean,
): void {
  const isArchived = row.at === null && (eventId ?? 0) < since;
  const archivedAct = isArchived ? archived?.get(eventId ?? 0) : undefined;
  if (isArchived && archived !== undefined && archivedAct?.subjectId !== id) {
    found({ id, problem: 'unaudited' });
    return;
  }
  const audited = row.at === null ? archivedAct : { at: row.at, details: row.details };
  const isAsAudited =
    audited === undefined
      ? isArchived
      : agrees(audited.details) && Math.abs(at.getTime() - audited.at.getTime()) < CLOSE;
  if (!isAsAudited || !isWhole) found({ id, problem: 'altered' });
}

async function verifyVersions(verification: Verification): Promise<number> {
  let checked = 0;
  for (let after = ''; ; ) {
    const rows = await verification.db
      .select({
        version: reportVersions,
        identity: professionalIdentityVersions,
        row: { at: auditEvents.at, details: auditEvents.details },
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
    for (const { version, identity, row } of rows) {
      const isWhole =
        version.sha256 === hashText(version.text) && matchesIdentity(identity, version.signer);
      const { id, auditEventId: eventId, arrivedAt: at } = version;
      compare(verification, { id, eventId, at, row: row ?? NO_ROW, isWhole }, (details) =>
        details?.digest === undefined
          ? // Versions from before results were stored with a signature.
            details?.frozen === earlierDigest(version) && !version.results?.length
          : details.digest === frozenDigest(version),
      );
    }
    checked += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return checked;
    after = last.version.id;
  }
}

const NO_ROW = { at: null, details: null };

const CREDENTIALS = [
  'fullName',
  'cedula',
  'institution',
  'specialty',
  'specialtyCertificate',
] as const;

/** Whether a signature shows the version of the identity with which it was made. */
function matchesIdentity(
  identity: typeof professionalIdentityVersions.$inferSelect | null,
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

async function verifyWithdrawals(verification: Verification): Promise<void> {
  const rows = await verification.db
    .select({
      withdrawal: reportWithdrawals,
      identity: professionalIdentityVersions,
      row: { at: auditEvents.at, details: auditEvents.details },
    })
    .from(reportWithdrawals)
    .leftJoin(
      professionalIdentityVersions,
      eq(professionalIdentityVersions.id, reportWithdrawals.identityVersionId),
    )
    .leftJoin(
      auditEvents,
      and(
        eq(auditEvents.id, reportWithdrawals.auditEventId),
        eq(auditEvents.subjectId, reportWithdrawals.versionId),
      ),
    );
  for (const { withdrawal, identity, row } of rows) {
    const { versionId: id, auditEventId: eventId, at, signer } = withdrawal;
    const isWhole = matchesIdentity(identity, signer);
    compare(
      verification,
      { id, eventId, at, row: row ?? NO_ROW, isWhole },
      (details) => details?.frozen === withdrawalDigest(withdrawal),
    );
  }
}

/** Reports audited signatures without a version. The versions of a purged patient are legally deleted. */
async function findMissing({ db, found, archived }: Verification): Promise<void> {
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
  const ids = new Set(missing.map(({ id }) => id));
  const acts = [...(archived?.values() ?? [])];
  for (let from = 0; from < acts.length; from += AT_ONCE) {
    const some = acts.slice(from, from + AT_ONCE);
    for (const id of await listMissingIds(db, some)) ids.add(id);
  }
  for (const id of ids) if (id !== null) found({ id, problem: 'missing' });
}

/** Signatures among archived acts that have no version, of patients who are not purged. */
async function listMissingIds(
  db: Database,
  acts: readonly ArchivedAct[],
): Promise<(string | null)[]> {
  const asked = acts.map(({ action, subjectId, patientId }) => ({ action, subjectId, patientId }));
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select act ->> 'subjectId' as id from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) act
      join ${patients} on ${patients.id} = act ->> 'patientId'
     where case act ->> 'action'
       when 'report.signed' then not exists (
         select from ${reportVersions} where ${reportVersions.id} = act ->> 'subjectId')
       else not exists (
         select from ${reportWithdrawals} where ${reportWithdrawals.versionId} = act ->> 'subjectId') end`);
  return rows.map(({ id }) => id);
}
