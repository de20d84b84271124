import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from '../audit/public.ts';
import { listDoctors } from './list-doctors.ts';
import { readDoctor } from './read-doctor.ts';

const doctors = authenticated.doctors;

export const doctorsRouter = {
  list: doctors.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listDoctors(transaction, input, context.cursors);
      const { search, cursor, ...filter } = input;
      await recordAudit(transaction, context, {
        action: 'doctors.listed',
        details: {
          filter: { ...filter, searched: search !== undefined, continued: cursor !== undefined },
          count: data.doctors.length,
        },
      });
      return { status: 200, data };
    }),
  ),

  getOne: doctors.getOne.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readDoctor(transaction, input.idDoctor);
      await recordAudit(transaction, context, {
        action: 'doctor.read',
        subject: { kind: 'doctor', id: data.idDoctor },
      });
      return { status: 200, data };
    }),
  ),
};
