import { authenticated } from '../../platform/http/procedures.ts';
import { updateExam } from './change-exam.ts';
import { listLaboratories } from './laboratories.ts';

const exams = authenticated.exams;

/** The calls about exams that take no file; the others are in `uploads.ts`. */
export const examsRouter = {
  update: exams.update.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => ({
      status: 200,
      data: await updateExam(transaction, context, input),
    })),
  ),

  laboratories: exams.laboratories.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => ({
      status: 200,
      data: { laboratories: await listLaboratories(transaction, input.search) },
    })),
  ),
};
