import { parseWireDate } from '@simiente/contract/common/dates';
import { Problem } from '../../platform/http/problem.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { createAppointment } from './create-appointment.ts';
import { listFreeTimes, readDoctorHours } from './doctor-time.ts';
import { presentDoctorAppointment } from './present.ts';
import { readAppointment } from './read-appointment.ts';
import { updateAppointment } from './update-appointment.ts';

const appointments = authenticated.appointments;

export const appointmentsRouter = {
  create: appointments.create.handler(({ context, input }) => {
    const { idUser: patientId, idDoctor: doctorId, status } = input;
    const wanted = { patientId, doctorId, status, startsAt: toInstant(input.date) };
    return context.db.transaction(async (transaction) => {
      // What is kept of an answer names nobody: whose it is is read again.
      const { id, outsideWorkingHours } = await once(
        transaction,
        context,
        { call: 'appointments.create', input },
        () => createAppointment(transaction, context, wanted),
      );
      await recordLook(transaction, context, {
        action: 'appointment.read',
        subject: { kind: 'doctor_appointment', id },
        patientId,
      });
      const appointment = presentDoctorAppointment(await readAppointment(transaction, id));
      return { status: 200, data: { appointment, outsideWorkingHours } };
    });
  }),

  updateStatus: appointments.updateStatus.handler(({ context, input }) => {
    const { idAppointment: id, status, version } = input;
    const startsAt = toInstant(input.date);
    return context.db.transaction(async (transaction) => {
      const data = await updateAppointment(transaction, context, { id, startsAt, status, version });
      return { status: 200, data };
    });
  }),

  freeTimes: appointments.freeTimes.handler(({ context, input: { idDoctor, from, limit } }) =>
    context.db.transaction(async (transaction) => {
      const hours = await readDoctorHours(transaction, idDoctor);
      const times = await listFreeTimes(transaction, idDoctor, hours, {
        from: new Date(from),
        limit,
        timeZone: context.clinicTimeZone,
      });
      await recordAudit(transaction, context, {
        action: 'doctor.free_times_read',
        subject: { kind: 'doctor', id: idDoctor },
        details: { count: times.length },
      });
      return { status: 200, data: { times: times.map((time) => time.toISOString()) } };
    }),
  ),
};

/** The contract has let only an existing instant through. */
function toInstant(date: unknown): Date {
  const instant = parseWireDate(date);
  if (!(instant instanceof Date)) throw new Problem('BAD_REQUEST');
  return instant;
}
