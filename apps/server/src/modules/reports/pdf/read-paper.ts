import { describeCalendarDay } from '@simiente/contract/format/dates';
import { sexNames } from '@simiente/contract/patients/identification';
import {
  type DraftSource,
  draftPreparation,
  REPORT_TITLE,
  reportKindWords,
} from '@simiente/contract/reports/states';
import type { PatientSnapshot } from '@simiente/contract/reports/version';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { isInForce, type PdfCertificate } from '../../../platform/paper/certificate.ts';
import { Problem } from '../../../platform/problem.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { patients } from '../../../schema/patients.ts';
import { reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import { letterheadAt } from '../../letterhead/public.ts';
import { isBasisChanged } from '../reading/basis.ts';
import { isOfAnother, requireSealed } from '../reading/select-versions.ts';
import type { PaperState, ReportPaper } from './report-paper.ts';

/** A signed version as its PDF and the patient's page show it. */
export interface SignedVersion extends Omit<ReportPaper, 'letterhead' | 'verifyUrl'> {
  readonly idVersion: string;
  readonly patientId: string;
  readonly verifyCode: string;
  /** Whether it was withdrawn because the text is about another person. Then it has no text here. */
  readonly isOfAnother: boolean;
}

/**
 * The number of the version that replaced this one. Columns are qualified here, because Drizzle omits the table in
 * a query of one table.
 */
export const supersededBy = sql<number | null>`(select later.number from ${reportVersions} later
  where later.replaces = ${reportVersions}.id)`;

/**
 * Withdrawal of this version or of a later version of the report. It applies to all earlier versions, because they may
 * have the same fault, such as the text of another person.
 */
export const withdrawnAt = sql<Date | null>`(select w.at from ${reportWithdrawals} w
  join ${reportVersions} withdrawn on withdrawn.id = w.version_id
  where withdrawn.patient_id = ${reportVersions}.patient_id and withdrawn.kind = ${reportVersions}.kind
    and withdrawn.number >= ${reportVersions}.number order by withdrawn.number limit 1)`.mapWith(
  reportWithdrawals.at,
);

/**
 * A signed version that may be sent, of a patient who is not deleted.
 * @throws Problem NOT_FOUND, also for a draft
 * @throws Problem NOT_SEALED until the audit row of its signing is sealed
 */
export async function readSealed(db: Reader, idVersion: string): Promise<SignedVersion> {
  const signed = await readSigned(db, idVersion);
  await requireSealed(db, idVersion);
  return signed;
}

/**
 * A signed version of a patient who is not deleted, even before the audit row of its signing is sealed.
 * @throws Problem NOT_FOUND, also for a draft
 */
export async function readSigned(db: Reader, idVersion: string): Promise<SignedVersion> {
  const [row] = await db
    .select({
      ...pick(reportVersions, ['patientId', 'kind', 'type', 'sha256', 'zone', 'verifyCode']),
      ...pick(reportVersions, ['patient', 'sentences', 'results', 'signer']),
      /** Number of the version when it was signed. */
      number: sql<number>`coalesce(${reportVersions.writtenNumber}, ${reportVersions.number})`,
      signedAt: reportVersions.arrivedAt,
      source: sql<DraftSource | null>`(select d.source from ${reportVersions} d
        where d.id = ${reportVersions}.from_draft)`,
      supersededBy,
      replacedNumber: sql<number | null>`(select earlier.number from ${reportVersions} earlier
        where earlier.id = ${reportVersions}.replaces)`,
      withdrawnAt,
      isOfAnother,
      isBasisChanged,
    })
    .from(reportVersions)
    .innerJoin(patients, and(eq(patients.id, reportVersions.patientId), isNull(patients.deletedAt)))
    .where(and(eq(reportVersions.id, idVersion), ne(reportVersions.type, 'draft')));
  if (!row) throw new Problem('NOT_FOUND');
  const { type, replacedNumber, patient, sentences, signer, zone, verifyCode } = row;
  if (!patient || !sentences || !signer || zone === null || verifyCode === null) {
    throw new Error('A signed version lacks a part of its signature');
  }
  const isAmendment = type === 'correction' || type === 'addition';
  const isPrepared = sentences.some(({ author }) => author !== 'medico');
  return {
    ...pick(row, ['patientId', 'number', 'isBasisChanged', 'isOfAnother', 'signedAt', 'sha256']),
    idVersion,
    verifyCode,
    title: REPORT_TITLE,
    subtitle: reportKindWords[row.kind],
    state: toPaperState(row),
    amendment: isAmendment && replacedNumber !== null ? { is: type, of: replacedNumber } : null,
    preparedWith: isPrepared ? draftPreparation(row.source) : null,
    patient: presentPatient(patient),
    results: row.isOfAnother ? [] : (row.results ?? []),
    sentences: row.isOfAnother ? [] : sentences,
    signer,
    timeZone: zone,
  };
}

function toPaperState(row: {
  readonly withdrawnAt: Date | null;
  readonly supersededBy: number | null;
}): PaperState {
  if (row.withdrawnAt !== null) return { is: 'retirado', at: row.withdrawnAt };
  if (row.supersededBy === null) return { is: 'vigente' };
  return { is: 'sustituido', by: row.supersededBy };
}

function presentPatient(patient: PatientSnapshot): ReportPaper['patient'] {
  const { name, birthDate, age, sex, curp, identityDocument = null, address } = patient;
  const words = [
    ...(birthDate === null ? [] : [describeCalendarDay(birthDate)]),
    ...(age === null ? [] : [age === 1 ? '1 año' : `${age} años`]),
  ];
  return {
    name,
    birth: words.join(', ') || null,
    sex: sex === null ? null : sexNames[sex],
    curp,
    identityDocument,
    address,
  };
}

export interface PaperParts {
  readonly db: Reader;
  readonly store: FileStore;
  readonly log: Pick<Logger, 'warn'>;
  /** URL of the installation, without a path. */
  readonly origin: string;
  /** Signs the file while it is valid; null without a certificate. */
  readonly certificate: PdfCertificate | null;
}

/** The public path that shows the state of a signed version. */
export const VERIFY_PATH = '/verificar/:code';

export const verifyPath = (code: string) => VERIFY_PATH.replace(':code', () => code);

interface CreatedPaper {
  readonly pdf: Buffer;
  /** Whether the PDF has the certificate's signature and the logo, so it can be stored. */
  readonly isFinal: boolean;
}

/** The PDF of a signed version, with the letterhead of the moment of its signature. */
export async function makePaper(
  { db, store, log, origin, certificate }: PaperParts,
  signed: SignedVersion,
): Promise<CreatedPaper> {
  const letterhead = await letterheadAt(db, signed.signedAt);
  // Fonts and the drawing library are large, so they are loaded with the first PDF.
  const [{ readLogo }, { makeReportPdf }] = await Promise.all([
    import('../../../platform/paper/logo.ts'),
    import('./make-report.ts'),
  ]);
  const logoKey = letterhead?.logoKey ?? null;
  const logo = logoKey === null ? null : await readLogo(store, logoKey, log);
  const isSigning = certificate !== null && isInForce(certificate, new Date());
  if (certificate !== null && !isSigning) {
    log.warn('the certificate is not valid today: a PDF is not signed with it');
  }
  const pdf = await makeReportPdf(
    {
      ...signed,
      letterhead: letterhead && { ...letterhead, logo },
      verifyUrl: `${origin}${verifyPath(signed.verifyCode)}`,
    },
    isSigning ? certificate : null,
  );
  return { pdf, isFinal: isSigning && (logoKey === null || logo !== null) };
}
