import type { Report } from '@simiente/contract/reports/calls';
import { type ReportKind, reportKinds } from '@simiente/contract/reports/states';
import type { ReportBasis, ReportVersion } from '@simiente/contract/reports/version';
import { eq } from 'drizzle-orm';
import { may, type StaffActor } from '../../../platform/act.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { reports, reportVersions, reportWorkingCopies } from '../../../schema/reports.ts';
import { requireEmergencyAccess } from '../../emergency-access/public.ts';
import { expectPatient } from '../../patients/public.ts';
import { presentReview, selectCopies, toSentences } from '../review/working-text.ts';
import { readBasis } from './basis.ts';
import { presentSummary, selectVersions, type VersionRow } from './select-versions.ts';

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
