import { type reportPapersContract, reportPdfName } from '@simiente/contract/reports/paper-calls';
import type { Handlers } from '../../../platform/calls/handlers.ts';
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
        headers: pdfHeaders(await readSigned(db, id)),
        content: null,
      }),
      handle: async (context, { id }) => {
        const { db, log } = context;
        const signed = await readSigned(db, id);
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

export function pdfHeaders({ number }: Pick<SignedVersion, 'number'>) {
  return {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${reportPdfName(number)}"`,
    'accept-ranges': 'none',
  };
}
