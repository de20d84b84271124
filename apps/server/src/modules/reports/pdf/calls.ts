import { type reportPapersContract, reportPdfName } from '@simiente/contract/reports/paper-calls';
import type { Handlers } from '../../../platform/calls/handlers.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { auditRead } from '../../audit/public.ts';
import { readPaper } from './kept-paper.ts';
import { type PaperParts, readSigned, type SignedVersion } from './read-paper.ts';

/** The PDF of a signed version, audited before its first byte. */
export function reportPaperCalls(
  papers: Pick<PaperParts, 'store' | 'origin' | 'certificate'>,
): Handlers<typeof reportPapersContract> {
  return {
    pdf: {
      route: { config: { cost: 'pdf' } },
      head: async ({ db }, { id }) => ({
        headers: pdfHeaders(await readOwn(db, id)),
        content: null,
      }),
      handle: async (context, { id }) => {
        const { db, log } = context;
        const signed = await readOwn(db, id);
        const pdf = await readPaper({ ...papers, db, log }, signed);
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

/** @throws Problem VERSION_NOT_IN_FORCE for a text that was another person's */
async function readOwn(db: Reader, id: string): Promise<SignedVersion> {
  const signed = await readSigned(db, id);
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
