import type { Report } from '@simiente/contract/reports/calls';
import { type ReportKind, reportKinds } from '@simiente/contract/reports/states';
import type {
  ReportBasis,
  ReportVersion,
  VersionSummary,
} from '@simiente/contract/reports/version';
import { aliasedTable, and, desc, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../../platform/act.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
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

const isSameReport = and(
  eq(others.patientId, reportVersions.patientId),
  eq(others.kind, reportVersions.kind),
);

const selectNumber = (id: SQLWrapper) =>
  sql<
    number | null
  >`(select ${others.number} from ${reportVersions} as others where ${others.id} = ${id})`;

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
export function selectVersions(db: Reader, where: SQL | undefined) {
  return db
    .select({
      ...pick(reportVersions, ['id', 'patientId', 'kind', 'number', 'type', 'sha256', 'arrivedAt']),
      createdByName: staffName(reportVersions.createdBy, reportVersions.arrivedAt),
      ...pick(reportVersions, ['sender', 'source', 'model', 'modelVersion', 'ruleVersion']),
      fromDraft: selectNumber(reportVersions.fromDraft),
      fromDraftId: reportVersions.fromDraft,
      replaces: selectNumber(reportVersions.replaces),
      reason: reportVersions.reason,
      signer: reportVersions.signer,
      unedited: reportVersions.unedited,
      /** After a merge of patients: the earlier number, and the merged patient's name if the version was theirs. */
      writtenAs: sql<
        VersionSummary['writtenAs']
      >`case when ${reportVersions.writtenFor} is not null then
        jsonb_build_object('number', ${reportVersions.writtenNumber}, 'name', (select p.name from ${patients} p
          where p.id = ${reportVersions.writtenFor} and p.id <> ${reportVersions.patientId})) end`,
      ...pick(reports, ['inForceId', 'lastSignedId', 'pendingId', 'lastNumber']),
      /** Number of the next signed version. */
      supersededBy: sql<
        number | null
      >`(select min(${others.number}) from ${reportVersions} as others
        where ${isSameReport} and ${ne(others.type, sql`'draft'`)} and ${others.number} > ${reportVersions.number})`,
      /** Number of the first signed version of the draft. */
      signedAs: sql<number | null>`(select min(${others.number}) from ${reportVersions} as others
        where ${eq(others.fromDraft, reportVersions.id)})`,
      isSealed: isSealedEvent(reportVersions.auditEventId),
      confirmations: sql<{ at: string; by: string; reason: string }[]>`(select coalesce(jsonb_agg(
          jsonb_build_object('at', k.at, 'by', k.signer ->> 'fullName', 'reason', k.reason) order by k.at desc), '[]')
        from ${reportConfirmations} k where k.version_id = ${reportVersions.id})`,
      withdrawnAt: reportWithdrawals.at,
      withdrawer: reportWithdrawals.signer,
      withdrawalReason: reportWithdrawals.reason,
      isOfAnother,
      discardedAt: reportDiscards.at,
      discarder: staffName(reportDiscards.by, reportDiscards.at),
      discardReason: reportDiscards.reason,
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
export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

async function findVersion(db: Reader, id: string): Promise<VersionRow> {
  const [version] = await selectVersions(db, eq(reportVersions.id, id));
  if (version === undefined) throw new Problem('NOT_FOUND');
  return version;
}

/** Locks the patient of a version until commit, and reads the version. */
export async function lockVersion(transaction: Transaction, id: string): Promise<VersionRow> {
  const { patientId } = await findVersion(transaction, id);
  await lockPatientExclusively(transaction, patientId);
  return findVersion(transaction, id);
}

export function toVersionState(row: VersionRow): VersionSummary['state'] {
  if (row.type === 'draft') return row.discardedAt === null ? 'draft' : 'discarded';
  if (row.withdrawnAt !== null) return 'withdrawn';
  return row.supersededBy === null ? 'signed' : 'superseded';
}

const presentEnding = (at: Date | null, by: string | null, reason: string | null) =>
  at === null ? null : { at: at.toISOString(), by, reason };

function presentSummary(row: VersionRow): VersionSummary {
  const isDraft = row.type === 'draft';
  return {
    ...pick(row, ['kind', 'number', 'type', 'signedAs', 'fromDraft', 'replaces', 'reason']),
    ...pick(row, ['source', 'model', 'modelVersion', 'ruleVersion']),
    ...pick(row, ['sha256', 'unedited', 'writtenAs']),
    idVersion: row.id,
    idUser: row.patientId,
    state: toVersionState(row),
    inForce: row.inForceId === row.id,
    supersededBy: isDraft ? null : row.supersededBy,
    arrivedAt: row.arrivedAt.toISOString(),
    createdBy: row.createdByName ?? row.sender,
    signer: row.signer,
    sealed: row.isSealed,
    confirmations: row.confirmations.map(({ at, ...one }) => ({
      at: new Date(at).toISOString(),
      ...one,
    })),
    withdrawal: presentEnding(
      row.withdrawnAt,
      row.withdrawer?.fullName ?? null,
      row.withdrawalReason,
    ),
    ofAnother: row.isOfAnother,
    discard: presentEnding(row.discardedAt, row.discarder, row.discardReason),
  };
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
      versions: kindVersions.map(presentSummary),
      basis: bases.get(head?.id ?? '') ?? null,
      review: review === undefined ? null : presentReview(review, reader.id),
    };
  });
}

function toReportState(
  head: typeof reports.$inferSelect | undefined,
  versions: readonly VersionRow[],
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
  const isHidden =
    summary.isOfAnother && !may(reader, 'reports.sign') && !may(reader, 'audit.read');
  const { text, sentences, findings } = isHidden ? NO_TEXT : version;
  return {
    ...presentSummary(summary),
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
