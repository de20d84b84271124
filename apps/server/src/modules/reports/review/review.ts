import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { patients } from '../../../schema/patients.ts';
import { reports, reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { staff } from '../../../schema/staff.ts';
import { patientNotDeleted } from '../../patients/public.ts';

/** Working copies of patients who are not deleted, with their base and reviewer. */
export function selectCopies(db: Reader, where: SQL | undefined) {
  return db
    .select({
      copy: reportWorkingCopies,
      base: {
        id: reportVersions.id,
        number: reportVersions.number,
        type: reportVersions.type,
        text: reportVersions.text,
        fromDraft: reportVersions.fromDraft,
        arrivedAt: reportVersions.arrivedAt,
      },
      head: reports,
      /** The signed version in force, which a signature replaces. */
      replaced: sql<
        ReportReview['replaces']
      >`(select jsonb_build_object('idVersion', s.id, 'number', s.number)
        from ${reportVersions} s where s.id = ${reports.inForceId} and s.type <> 'draft')`,
      reviewerName: staff.name,
      patient: patients,
    })
    .from(reportWorkingCopies)
    .innerJoin(patients, and(eq(patients.id, reportWorkingCopies.patientId), patientNotDeleted))
    .innerJoin(reportVersions, eq(reportVersions.id, reportWorkingCopies.baseId))
    .innerJoin(
      reports,
      and(
        eq(reports.patientId, reportWorkingCopies.patientId),
        eq(reports.kind, reportWorkingCopies.kind),
      ),
    )
    .innerJoin(staff, eq(staff.id, reportWorkingCopies.reviewerId))
    .where(where);
}
export type CopyRow = Awaited<ReturnType<typeof selectCopies>>[number];

/** The reviewer of a report, as an account sees it. */
export function presentReview(
  { copy, base, head, replaced, reviewerName }: CopyRow,
  readerId: string,
): ReportReview {
  return {
    idWorkingCopy: copy.id,
    number: head.lastNumber + 1,
    base: { idVersion: base.id, number: base.number, type: base.type },
    replaces: replaced,
    amendment:
      copy.amendmentType === null || copy.amendmentReason === null
        ? null
        : { type: copy.amendmentType, reason: copy.amendmentReason },
    reviewer: { idAccount: copy.reviewerId, name: reviewerName },
    isMine: copy.reviewerId === readerId,
    startedAt: copy.startedAt.toISOString(),
    savedAt: copy.savedAt.toISOString(),
    version: copy.version,
  };
}
