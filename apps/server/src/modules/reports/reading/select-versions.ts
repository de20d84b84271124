import type { Report } from '@simiente/contract/reports/calls';
import { type ReportKind, reportKinds } from '@simiente/contract/reports/states';
import type {
  ReportBasis,
  ReportVersion,
  VersionSummary,
} from '@simiente/contract/reports/version';
import {
  type AnyColumn,
  aliasedTable,
  and,
  desc,
  eq,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { may, type StaffActor } from '../../../platform/act.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { isoText, pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';
import { patients } from '../../../schema/patients.ts';
import {
  reportConfirmations,
  reportDiscards,
  reports,
  reportVersions,
  reportWithdrawals,
  reportWorkingCopies,
} from '../../../schema/reports.ts';
import { staffName } from '../../../schema/staff.ts';
import { requireEmergencyAccess } from '../../emergency-access/public.ts';
import { expectPatient, lockPatientExclusively, patientNotDeleted } from '../../patients/public.ts';
import { presentReview, selectCopies, toSentences } from '../review/working-text.ts';
import { readBasis } from './basis.ts';

/** SQL for the text of a report's version in force. */
export function textInForce(patientId: SQLWrapper, kind: ReportKind): SQL<string | null> {
  return sql<string | null>`(select ${reportVersions.text} from ${reports}
    join ${reportVersions} on ${reportVersions.id} = ${reports.inForceId}
    where ${and(eq(reports.patientId, patientId), eq(reports.kind, sql.raw(`'${kind}'`)))})`;
}

/** Seconds after which a client repeats its request, usually enough to seal a signature. */
const UNTIL_SEALED = 2;

export const notSealed = () => new Problem('NOT_SEALED', { retryAfter: UNTIL_SEALED });

/**
 * Guard for calls that return a signed version.
 * @throws Problem NOT_SEALED until the audit chain has its signature
 */
export async function requireSealed(db: Reader, versionId: string): Promise<void> {
  if (!(await isSealed(db, versionId))) throw notSealed();
}

/**
 * Whether the audit chain has a signature: its row is sealed or, because only sealed rows are archived, archived.
 * @param eventId the audit row of the signature; null for a draft, which needs no seal
 */
const isSealedEvent = (eventId: SQLWrapper) =>
  sql<boolean>`not exists (select from ${auditEvents} where ${auditEvents.id} = ${eventId}
    and not exists (select from ${auditSeals} where ${auditSeals.eventId} = ${auditEvents.id}))`;

/** Whether the audit chain has the signature of a version; false for a draft. */
export async function isSealed(db: Reader, versionId: string): Promise<boolean> {
  const [version] = await db
    .select({ isSealed: isSealedEvent(reportVersions.auditEventId) })
    .from(reportVersions)
    .where(and(eq(reportVersions.id, versionId), ne(reportVersions.type, 'draft')));
  return version?.isSealed ?? false;
}

const others = aliasedTable(reportVersions, 'others');
const selectNumber = (id: SQLWrapper) =>
  sql<
    number | null
  >`(select ${others.number} from ${reportVersions} as others where ${others.id} = ${id})`;

/** Number of the next signed version. */
const nextSigned = sql<number | null>`(select min(${others.number}) from ${reportVersions} as others
  where ${and(
    eq(others.patientId, reportVersions.patientId),
    eq(others.kind, reportVersions.kind),
    ne(others.type, sql`'draft'`),
  )} and ${others.number} > ${reportVersions.number})`;

/** The end of a version by a row of another table, which may be missing. */
const selectEnd = (
  { versionId, at, reason }: Readonly<Record<'versionId' | 'at' | 'reason', AnyColumn>>,
  by: SQL,
) =>
  sql<VersionSummary['withdrawal']>`case when ${versionId} is not null then
    jsonb_build_object('at', ${isoText(at)}, 'by', ${by}, 'reason', ${reason}) end`;

/**
 * Whether the text is about another person: the version was withdrawn for this reason, or shares a draft, a text or a
 * chain of replacements with such a version.
 */
export const isOfAnother = sql<boolean>`exists (with recursive chain as (
    select v.* from ${reportWithdrawals} w join ${reportVersions} v on v.id = w.version_id
     where w.of_another and v.patient_id = ${reportVersions}.patient_id and v.kind = ${reportVersions}.kind
    union select linked.* from chain join ${reportVersions} linked
      on linked.patient_id = chain.patient_id and linked.kind = chain.kind
        and (linked.id in (chain.replaces, chain.from_draft) or linked.from_draft = chain.id
          or linked.sha256 = chain.sha256))
  select from chain where chain.id = ${reportVersions}.id)`;

/** Versions without their texts, newest first, of patients who are not deleted. */
export async function selectVersions(
  db: Reader,
  where: SQL | undefined,
): Promise<VersionSummary[]> {
  return db
    .select({
      idVersion: reportVersions.id,
      idUser: reportVersions.patientId,
      ...pick(reportVersions, ['kind', 'number', 'type', 'sha256', 'source', 'model', 'reason']),
      ...pick(reportVersions, ['modelVersion', 'ruleVersion', 'signer', 'unedited']),
      arrivedAt: isoText(reportVersions.arrivedAt),
      createdBy: sql<string | null>`coalesce(
        ${staffName(reportVersions.createdBy, reportVersions.arrivedAt)}, ${reportVersions.sender})`,
      state: sql<VersionSummary['state']>`case
        when ${reportVersions.type} = 'draft' then
          case when ${reportDiscards.versionId} is null then 'draft' else 'discarded' end
        when ${reportWithdrawals.versionId} is not null then 'withdrawn'
        when ${nextSigned} is null then 'signed' else 'superseded' end`,
      inForce: sql<boolean>`${reports.inForceId} is not distinct from ${reportVersions.id}`,
      fromDraft: selectNumber(reportVersions.fromDraft),
      replaces: selectNumber(reportVersions.replaces),
      /** After a merge of patients: the earlier number, and the merged patient's name if the version was theirs. */
      writtenAs: sql<
        VersionSummary['writtenAs']
      >`case when ${reportVersions.writtenFor} is not null then
        jsonb_build_object('number', ${reportVersions.writtenNumber}, 'name', (select p.name from ${patients} p
          where p.id = ${reportVersions.writtenFor} and p.id <> ${reportVersions.patientId})) end`,
      supersededBy: sql<
        number | null
      >`case when ${reportVersions.type} <> 'draft' then ${nextSigned} end`,
      /** Number of the first signed version of the draft. */
      signedAs: sql<number | null>`(select min(${others.number}) from ${reportVersions} as others
        where ${eq(others.fromDraft, reportVersions.id)})`,
      sealed: isSealedEvent(reportVersions.auditEventId),
      confirmations: sql<
        VersionSummary['confirmations']
      >`(select coalesce(jsonb_agg(jsonb_build_object(
          'at', ${isoText('k.at')}, 'by', k.signer ->> 'fullName', 'reason', k.reason) order by k.at desc), '[]')
        from ${reportConfirmations} k where k.version_id = ${reportVersions.id})`,
      withdrawal: selectEnd(reportWithdrawals, sql`${reportWithdrawals.signer} ->> 'fullName'`),
      ofAnother: isOfAnother,
      discard: selectEnd(reportDiscards, staffName(reportDiscards.by, reportDiscards.at)),
    })
    .from(reportVersions)
    .innerJoin(patients, and(eq(patients.id, reportVersions.patientId), patientNotDeleted))
    .innerJoin(
      reports,
      and(eq(reports.patientId, reportVersions.patientId), eq(reports.kind, reportVersions.kind)),
    )
    .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, reportVersions.id))
    .leftJoin(reportDiscards, eq(reportDiscards.versionId, reportVersions.id))
    .where(where)
    .orderBy(reportVersions.kind, desc(reportVersions.number));
}

async function findVersion(db: Reader, id: string): Promise<VersionSummary> {
  const [version] = await selectVersions(db, eq(reportVersions.id, id));
  if (version === undefined) throw new Problem('NOT_FOUND');
  return version;
}

/** Locks the patient of a version until commit, and reads the version. */
export async function lockVersion(transaction: Transaction, id: string): Promise<VersionSummary> {
  const { idUser } = await findVersion(transaction, id);
  await lockPatientExclusively(transaction, idUser);
  return findVersion(transaction, id);
}

/**
 * Both kinds of report of a patient, for an account that may read them.
 * @throws Problem FORBIDDEN for an account that may not read reports, and has no emergency access
 */
export async function openReports(
  db: Reader,
  reader: StaffActor,
  patientId: string,
): Promise<Report[]> {
  await expectPatient(db, patientId);
  await requireReadable(db, reader, patientId);
  return readReports(db, reader, patientId);
}

async function requireReadable(db: Reader, reader: StaffActor, patientId: string): Promise<void> {
  if (!may(reader, 'reports.read')) await requireEmergencyAccess(db, reader, patientId);
}

async function readReports(
  db: Reader,
  reader: Pick<StaffActor, 'id'>,
  patientId: string,
): Promise<Report[]> {
  const heads = await db.select().from(reports).where(eq(reports.patientId, patientId));
  const versions = await selectVersions(db, eq(reportVersions.patientId, patientId));
  const reviews = await selectCopies(db, eq(reportWorkingCopies.patientId, patientId));
  const bases = new Map<string, ReportBasis | null>();
  for (const { id, inForceId: idVersion, basisChangedAt: since } of heads) {
    if (idVersion !== null && since !== null) {
      bases.set(id, await readBasis(db, reader, { idVersion, since }));
    }
  }
  return reportKinds.map((kind): Report => {
    const head = heads.find((one) => one.kind === kind);
    const kindVersions = versions.filter((version) => version.kind === kind);
    const review = reviews.find(({ copy }) => copy.kind === kind);
    return {
      idReport: head?.id ?? null,
      kind,
      state: toReportState(head, kindVersions),
      inForce: head?.inForceId ?? null,
      pending: head?.pendingId ?? null,
      versions: kindVersions,
      basis: bases.get(head?.id ?? '') ?? null,
      review: review === undefined ? null : presentReview(review, reader.id),
    };
  });
}

function toReportState(
  head: typeof reports.$inferSelect | undefined,
  versions: readonly VersionSummary[],
): Report['state'] {
  if (head === undefined) return 'none';
  if (head.lastSignedId !== null) return head.inForceId === null ? 'withdrawn' : 'signed';
  return head.inForceId === null || versions.length === 0 ? 'none' : 'unsigned';
}

export async function readReport(
  db: Reader,
  reader: Pick<StaffActor, 'id'>,
  patientId: string,
  kind: ReportKind,
): Promise<Report> {
  const found = (await readReports(db, reader, patientId)).find((one) => one.kind === kind);
  if (found === undefined) throw new Error('A report of each kind was read');
  return found;
}

const NO_TEXT = { text: '', sentences: [], findings: [] };

/** Reads a version. If its text is about another person, only accounts that sign or audit get the text. */
export async function readVersion(
  db: Reader,
  reader: StaffActor,
  id: string,
): Promise<ReportVersion> {
  const [summary] = await selectVersions(db, eq(reportVersions.id, id));
  const [version] = await db.select().from(reportVersions).where(eq(reportVersions.id, id));
  if (summary === undefined || version === undefined) throw new Problem('NOT_FOUND');
  const isHidden = summary.ofAnother && !may(reader, 'reports.sign') && !may(reader, 'audit.read');
  const { text, sentences, findings } = isHidden ? NO_TEXT : version;
  return {
    ...summary,
    text,
    sentences: [...toSentences({ text, sentences })],
    findings: [...(findings ?? [])],
    ...pick(version, ['patient', 'acceptedSentence', 'proof', 'zone', 'verifyCode']),
    acknowledgedAt: version.acknowledgedAt?.toISOString() ?? null,
  };
}

/**
 * Reads a version for an account that may read it.
 * @throws Problem FORBIDDEN
 */
export async function openVersion(
  db: Reader,
  reader: StaffActor,
  id: string,
): Promise<ReportVersion> {
  const version = await readVersion(db, reader, id);
  await requireReadable(db, reader, version.idUser);
  return version;
}
