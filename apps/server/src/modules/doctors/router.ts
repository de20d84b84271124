import type { Doctor } from '@simiente/contract/doctors';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { listedFilter, recordAudit, recordLook } from '../audit/public.ts';
import { createDoctor } from './create-doctor.ts';
import { listDoctors } from './list-doctors.ts';
import { readAgenda } from './read-agenda.ts';
import { readDoctor } from './read-doctor.ts';
import { retireDoctor } from './retire-doctor.ts';
import { updateDoctor } from './update-doctor.ts';

const doctors = authenticated.doctors;

export const doctorsRouter = {
  list: doctors.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listDoctors(transaction, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'doctors.listed',
        details: { filter: listedFilter(input), count: data.doctors.length },
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

  agenda: doctors.agenda.handler(({ context, input: { idDoctor, from, to } }) =>
    context.db.transaction(async (transaction) => {
      const interval = { from: new Date(from), to: new Date(to) };
      const appointments = await readAgenda(transaction, idDoctor, interval);
      await recordAudit(transaction, context, {
        action: 'doctor.agenda_read',
        subject: { kind: 'doctor', id: idDoctor },
        details: { ...interval, count: appointments.length },
      });
      return { status: 200, data: { appointments } };
    }),
  ),

  create: doctors.create.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(
        transaction,
        context,
        { call: 'doctors.create', input },
        async () => ({
          doctor: await createDoctor(transaction, context, input),
        }),
      );
      await recordShown(transaction, context, data.doctor);
      return { status: 200, data };
    }),
  ),

  update: doctors.update.handler(({ context, input: { idDoctor, version, ...fields } }) =>
    context.db.transaction(async (transaction) => {
      const doctor = await updateDoctor(transaction, context, idDoctor, fields, version);
      await recordShown(transaction, context, doctor);
      return { status: 200, data: { doctor } };
    }),
  ),

  retire: doctors.retire.handler(({ context, input: { idDoctor, retired, version } }) =>
    context.db.transaction(async (transaction) => {
      const doctor = await retireDoctor(transaction, context, idDoctor, { retired, version });
      await recordShown(transaction, context, doctor);
      return { status: 200, data: { doctor } };
    }),
  ),
};

/** Also an edit that changed nothing shows the doctor. */
function recordShown(transaction: Transaction, context: StaffContext, { idDoctor: id }: Doctor) {
  return recordLook(transaction, context, {
    action: 'doctor.read',
    subject: { kind: 'doctor', id },
  });
}
