import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type reportPapersContract, reportPdfName } from '@simiente/contract/reports/paper-calls';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Handlers } from '../../../platform/calls/handlers.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { describeFault } from '../../../platform/failures.ts';
import { Problem } from '../../../platform/problem.ts';
import { files } from '../../../schema/files.ts';
import { reportPapers } from '../../../schema/reports.ts';
import { auditRead } from '../../audit/public.ts';
import { keepFiles } from '../../files/public.ts';
import {
  makePaper,
  type PaperParts,
  readSealed,
  readSigned,
  type SignedVersion,
} from './read-paper.ts';

/** The PDF of a signed version, audited before its first byte. */
export function reportPaperCalls(
  paperParts: Pick<PaperParts, 'store' | 'origin' | 'certificate'>,
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
        const pdf = await readPaper({ ...paperParts, db, log }, signed);
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

type Parts = PaperParts & { readonly db: Database };

/**
 * The PDF of a signed version in its current state. A PDF signed with a certificate is stored, so that it does not
 * change when the certificate changes or expires.
 * @throws Problem STORAGE_FULL if the store does not accept the PDF
 * @throws FileStoreUnavailable if the store does not answer
 */
export async function readPaper(parts: Parts, signed: SignedVersion): Promise<Buffer> {
  const stored = await findStoredPaper(parts, signed);
  if (stored !== null) return stored;
  const { pdf, isFinal } = await makePaper(parts, signed);
  if (!isFinal || (await storePaper(parts, signed, pdf))) return pdf;
  return (await findStoredPaper(parts, signed)) ?? pdf;
}

/**
 * Stores the PDF of a version that was just signed. If this fails, the signature is still valid, and the first
 * download creates the PDF.
 */
export async function storeSignedPaper(
  parts: Omit<Parts, 'log'> & { readonly log: Pick<Logger, 'warn' | 'error'> },
  idVersion: string,
): Promise<void> {
  if (parts.certificate === null) return;
  try {
    await readPaper(parts, await readSigned(parts.db, idVersion));
  } catch (error) {
    parts.log.error(describeFault(error), 'the paper of a signed version could not be stored');
  }
}

async function findStoredPaper(
  { db, store }: { readonly db: Reader } & Pick<Parts, 'store'>,
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

/** @returns false if another request stored the PDF first */
function storePaper(parts: Parts, signed: SignedVersion, pdf: Buffer): Promise<boolean> {
  const paper = {
    name: reportPdfName(signed.number),
    mediaType: 'application/pdf',
    size: pdf.length,
    sha256: hash('sha256', pdf),
    bytes: pdf,
  } as const;
  const alreadyStored = new Error('Another request stored this paper first');
  return keepFiles(parts, { paper }, null, async (transaction, addFile) => {
    const fileId = await addFile('paper');
    const added = await transaction
      .insert(reportPapers)
      .values({ versionId: signed.idVersion, state: stateKey(signed), fileId })
      .onConflictDoNothing()
      .returning();
    // The rollback removes the file.
    if (added.length === 0) throw alreadyStored;
    return true;
  }).catch((error: unknown) => {
    if (error === alreadyStored) return false;
    throw error;
  });
}

/** The printed state of a version. Each state has its own stored PDF. */
function stateKey({ state, isBasisChanged }: SignedVersion): string {
  return isBasisChanged ? `${state.is}, con resultados que cambiaron` : state.is;
}
