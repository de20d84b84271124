import type { Doctor, doctorsContract } from '@simiente/contract/doctors/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { changing, idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView, listedFilter } from '../audit/public.ts';
import { createDoctor, retireDoctor, updateDoctor } from './edit-doctor.ts';
import {
  findDoctorDuplicates,
  listDoctors,
  listUpcoming,
  readAgenda,
  readClinicDay,
  readDoctor,
} from './read-doctors.ts';

export const doctorCalls: Handlers<typeof doctorsContract> = {
  list: audited(
    ({ db, cursors }, input) => listDoctors(db, input, cursors),
    (input, { doctors }) => ({
      action: 'doctors.listed',
      details: { filter: listedFilter(input), count: doctors.length },
    }),
  ),

  getOne: audited(
    ({ db }, { idDoctor }) => readDoctor(db, idDoctor),
    ({ idDoctor: id }) => ({ action: 'doctor.read', subject: { kind: 'doctor', id } }),
  ),

  agenda: audited(
    async ({ db }, { idDoctor, from, to }) => ({
      appointments: await readAgenda(db, idDoctor, { from: new Date(from), to: new Date(to) }),
    }),
    ({ idDoctor: id, from, to }, { appointments }) => ({
      action: 'doctor.agenda_read',
      subject: { kind: 'doctor', id },
      details: { from: new Date(from), to: new Date(to), count: appointments.length },
      shown: appointments.flatMap(({ idUser }) => idUser ?? []),
    }),
  ),

  upcoming: audited(
    async ({ db }, { idDoctor }) => ({ appointments: await listUpcoming(db, idDoctor) }),
    ({ idDoctor: id }, { appointments }) => ({
      action: 'doctor.agenda_read',
      subject: { kind: 'doctor', id },
      details: { upcoming: true, count: appointments.length },
      shown: appointments.flatMap(({ idUser }) => idUser ?? []),
    }),
  ),

  day: audited(
    ({ db, clinicTimeZone }, input) => readClinicDay(db, input, clinicTimeZone),
    ({ date, days, page }, { appointments }) => ({
      action: 'doctors.day_read',
      details: {
        date,
        ...(days > 1 && { days }),
        ...(page > 0 && { page }),
        count: appointments.length,
      },
      shown: appointments.flatMap(({ idUser }) => idUser ?? []),
    }),
  ),

  duplicates: audited(
    ({ db }, input) => findDoctorDuplicates(db, input),
    (input, { duplicates }) => ({
      action: 'doctors.duplicates_searched',
      details: { by: Object.keys(input), count: duplicates.length },
    }),
  ),

  create: idempotent(
    'doctors.create',
    async (...change) => ({ doctor: await createDoctor(...change) }),
    (transaction, context, { doctor }) => showDoctor(transaction, context, doctor),
  ),
  update: changing(updateDoctor, showDoctor),
  retire: changing(retireDoctor, showDoctor),
};

/** An edit without changes still shows the doctor, so it is audited as a read. */
async function showDoctor(transaction: Transaction, context: StaffContext, doctor: Doctor) {
  const subject = { kind: 'doctor', id: doctor.idDoctor } as const;
  await auditView(transaction, context, { action: 'doctor.read', subject });
  return { doctor };
}
