import { type AnyColumn, and, eq, getTableColumns } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { pick, toWire } from '../../../platform/database/records.ts';
import { reportDeliveries } from '../../../schema/deliveries.ts';
import {
  reportConfirmations,
  reportDiscards,
  reports,
  reportVersions,
  reportWithdrawals,
  reportWorkingCopies,
} from '../../../schema/reports.ts';
import { notSealed, selectVersions } from './select-versions.ts';

/** Replaces the text of a version about another person. */
const NO_TEXT = { text: '', sentences: null, findings: null, results: null, inputFacts: null };

type SignedAction = (typeof reportWithdrawals | typeof reportConfirmations)['$inferSelect'];
type FindName = (staffId: string | null, at: Date | null) => string | null;

/**
 * Every text of a patient's reports for the exported record, including drafts and working copies.
 * @param findName the name of a member of the staff at an instant
 * @throws Problem NOT_SEALED until every signature is in the sealed chain
 */
export async function readRecordReports(db: Reader, patientId: string, findName: FindName) {
  const isOfPatient = (table: { readonly patientId: AnyColumn }) => eq(table.patientId, patientId);
  const heads = await db
    .select({ head: reports, copy: reportWorkingCopies })
    .from(reports)
    .leftJoin(
      reportWorkingCopies,
      and(isOfPatient(reportWorkingCopies), eq(reportWorkingCopies.kind, reports.kind)),
    )
    .where(isOfPatient(reports))
    .orderBy(reports.kind);
  const versions = await db
    .select({ version: reportVersions, withdrawal: reportWithdrawals, discard: reportDiscards })
    .from(reportVersions)
    .leftJoin(reportWithdrawals, eq(reportWithdrawals.versionId, reportVersions.id))
    .leftJoin(reportDiscards, eq(reportDiscards.versionId, reportVersions.id))
    .where(isOfPatient(reportVersions))
    .orderBy(reportVersions.number);
  if (versions.length === 0) return [];
  const summaries = await selectVersions(db, isOfPatient(reportVersions));
  if (summaries.some(({ sealed }) => !sealed)) throw notSealed();
  const summaryById = new Map(summaries.map((row) => [row.idVersion, row]));
  const confirmations = await db
    .select(getTableColumns(reportConfirmations))
    .from(reportConfirmations)
    .innerJoin(reportVersions, eq(reportVersions.id, reportConfirmations.versionId))
    .where(isOfPatient(reportVersions))
    .orderBy(reportConfirmations.at);
  const deliveries = await db
    .select()
    .from(reportDeliveries)
    .where(isOfPatient(reportDeliveries))
    .orderBy(reportDeliveries.createdAt, reportDeliveries.id);
  const presentDelivery = (row: (typeof deliveries)[number]) => {
    const { patientId: _, versionId: __, tokenHash: ___, createdAt, createdBy, ...delivery } = row;
    return {
      ...toWire(delivery),
      at: createdAt.toISOString(),
      by: findName(createdBy, createdAt),
      closedBy: findName(delivery.closedBy, delivery.closedAt),
    };
  };

  /** A withdrawal or confirmation with its signature. */
  const presentSigned = (act: SignedAction) => ({
    ...pick(act, ['reason', 'signer', 'proof']),
    at: act.at.toISOString(),
    by: findName(act.signerId, act.at),
    auditEvent: act.auditEventId,
  });

  const present = ({ version, withdrawal, discard }: (typeof versions)[number]) => {
    const { patientId: _, kind: __, signerId: ___, identityVersionId: ____, ...facts } = version;
    const { auditEventId, ...stored } = facts;
    const summary = summaryById.get(version.id);
    const isOfAnother = summary?.ofAnother ?? false;
    const row = isOfAnother ? { ...stored, ...NO_TEXT } : stored;
    return {
      ...toWire(row),
      state: summary?.state ?? 'draft',
      ofAnother: isOfAnother,
      createdBy: findName(row.createdBy, row.arrivedAt),
      auditEvent: auditEventId,
      withdrawal: withdrawal && presentSigned(withdrawal),
      confirmations: confirmations
        .filter(({ versionId }) => versionId === version.id)
        .map((act) => ({ ...presentSigned(act), id: act.id, changes: act.changes })),
      discard: discard && {
        at: discard.at.toISOString(),
        by: findName(discard.by, discard.at),
        reason: discard.reason,
      },
      deliveries: deliveries
        .filter(({ versionId }) => versionId === version.id)
        .map(presentDelivery),
    };
  };
  return heads.map(({ head: { id, kind, inForceId, basisChangedAt }, copy }) => ({
    id,
    kind,
    inForce: inForceId,
    basisChangedAt: basisChangedAt?.toISOString() ?? null,
    versions: versions.filter(({ version }) => version.kind === kind).map(present),
    workingCopy: copy && {
      ...pick(copy, ['id', 'amendmentType', 'amendmentReason', 'baseSentences', 'sentences']),
      acknowledgedFigures: copy.acknowledgedFigures,
      base: copy.baseId,
      reviewer: findName(copy.reviewerId, copy.startedAt),
      ...toWire(pick(copy, ['startedAt', 'savedAt', 'acknowledgedAt'])),
    },
  }));
}

export type RecordReport = Awaited<ReturnType<typeof readRecordReports>>[number];
