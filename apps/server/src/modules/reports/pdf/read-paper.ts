import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { sexNames } from '@simiente/contract/patients/identification';
import { type reportPapersContract, reportPdfName } from '@simiente/contract/reports/paper-calls';
import {
  type DraftSource,
  draftPreparation,
  REPORT_TITLE,
  reportKindWords,
} from '@simiente/contract/reports/states';
import type { PatientSnapshot } from '@simiente/contract/reports/version';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Handlers } from '../../../platform/calls/handlers.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { describeFault } from '../../../platform/failures.ts';
import { isInForce, type PdfCertificate } from '../../../platform/paper/certificate.ts';
import { Problem } from '../../../platform/problem.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { files } from '../../../schema/files.ts';
import { patients } from '../../../schema/patients.ts';
import { reportPapers, reportVersions, reportWithdrawals } from '../../../schema/reports.ts';
import { auditRead } from '../../audit/public.ts';
import { keepFiles } from '../../files/public.ts';
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
async function readSigned(db: Reader, idVersion: string): Promise<SignedVersion> {
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

export interface PaperDeps {
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

/**
 * The PDF of a signed version, with the letterhead of the moment of its signature. A PDF with the certificate's signature
 * and the logo is final, and can be stored.
 */
async function makePaper(
  { db, store, log, origin, certificate }: PaperDeps,
  signed: SignedVersion,
) {
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

/** The PDF of a signed version, audited before its first byte. */
export function reportPaperCalls(
  paperDeps: Pick<PaperDeps, 'store' | 'origin' | 'certificate'>,
): Handlers<typeof reportPapersContract> {
  return {
    pdf: {
      route: { config: { cost: 'pdf' } },
      head: async ({ db }, { id }) => ({
        headers: pdfHeaders(await readForPatient(db, id)),
        content: null,
      }),
      handle: async (context, { id }) => {
        const { db, log } = context;
        const signed = await readForPatient(db, id);
        const pdf = await readPaper({ ...paperDeps, db, log }, signed);
        await auditRead(db, context, {
          action: 'report.pdf_read',
          subject: { kind: 'report', id },
          patientId: signed.patientId,
          details: { number: signed.number, state: signed.state.is },
        });
        return { headers: pdfHeaders(signed), content: pdf };
      },
    },
  };
}

/** @throws Problem VERSION_NOT_IN_FORCE for a text about another person */
async function readForPatient(db: Reader, id: string): Promise<SignedVersion> {
  const signed = await readSealed(db, id);
  if (signed.isOfAnother) throw new Problem('VERSION_NOT_IN_FORCE');
  return signed;
}

export function pdfHeaders({ number }: Pick<SignedVersion, 'number'>) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${reportPdfName(number)}"`,
    'accept-ranges': 'none',
  };
}

type Deps = PaperDeps & { readonly db: Database };

/**
 * The PDF of a signed version in its current state. A PDF signed with a certificate is stored, so that it does not
 * change when the certificate changes or expires.
 * @throws Problem STORAGE_FULL if the store does not accept the PDF
 * @throws FileStoreUnavailable if the store does not answer
 */
export async function readPaper(deps: Deps, signed: SignedVersion): Promise<Buffer> {
  const stored = await findStoredPaper(deps, signed);
  if (stored !== null) return stored;
  const { pdf, isFinal } = await makePaper(deps, signed);
  if (!isFinal) return pdf;
  const paper = {
    name: reportPdfName(signed.number),
    mediaType: 'application/pdf',
    size: pdf.length,
    sha256: hash('sha256', pdf),
    bytes: pdf,
  } as const;
  try {
    await keepFiles(deps, { paper }, null, async (transaction, addFile) => {
      const fileId = await addFile('paper');
      await transaction
        .insert(reportPapers)
        .values({ versionId: signed.idVersion, state: stateKey(signed), fileId });
    });
    return pdf;
  } catch (error) {
    // Another request may have stored this paper first.
    const first = await findStoredPaper(deps, signed);
    if (first === null) throw error;
    return first;
  }
}

/**
 * Stores the PDF of a version that was just signed. If this fails, the signature is still valid, and the first
 * download creates the PDF.
 */
export async function storeSignedPaper(
  deps: Omit<Deps, 'log'> & { readonly log: Pick<Logger, 'warn' | 'error'> },
  idVersion: string,
): Promise<void> {
  if (deps.certificate === null) return;
  try {
    await readPaper(deps, await readSigned(deps.db, idVersion));
  } catch (error) {
    deps.log.error(describeFault(error), 'the paper of a signed version could not be stored');
  }
}

async function findStoredPaper(
  { db, store }: { readonly db: Reader } & Pick<Deps, 'store'>,
  signed: SignedVersion,
): Promise<Buffer | null> {
  const [file] = await db
    .select({ storageKey: files.storageKey })
    .from(reportPapers)
    .innerJoin(files, eq(files.id, reportPapers.fileId))
    .where(
      and(eq(reportPapers.versionId, signed.idVersion), eq(reportPapers.state, stateKey(signed))),
    );
  return file === undefined ? null : buffer(await store.read(file.storageKey));
}

/** The printed state of a version. Each state has its own stored PDF. */
function stateKey({ state, isBasisChanged }: SignedVersion): string {
  return isBasisChanged ? `${state.is}, con resultados que cambiaron` : state.is;
}
