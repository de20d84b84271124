import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from '../audit/public.ts';
import { updateExam } from './change-exam.ts';
import { listLaboratories, readLaboratory } from './laboratories.ts';

const exams = authenticated.exams;

/** The calls about exams that take no file; the others are in `uploads.ts`. */
export const examsRouter = {
  update: exams.update.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => ({
      status: 200,
      data: await updateExam(transaction, context, input),
    })),
  ),

  laboratory: exams.laboratory.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readLaboratory(transaction, input.idPartner);
      await recordAudit(transaction, context, {
        action: 'partner.read',
        subject: { kind: 'partner', id: data.idPartner },
      });
      return { status: 200, data };
    }),
  ),

  laboratories: exams.laboratories.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const laboratories = await listLaboratories(transaction, input.search);
      await recordAudit(transaction, context, {
        action: 'partners.listed',
        details: {
          filter: { laboratories: true, searched: input.search !== undefined },
          count: laboratories.length,
        },
      });
      return { status: 200, data: { laboratories } };
    }),
  ),
};
