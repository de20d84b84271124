import type {
  AppointmentCardData,
  appointmentsContract,
} from '@simiente/contract/appointments/calls';
import { findWorkingSpan } from '@simiente/contract/doctors/working-time';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { changing, idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { type AcceptedKinds, checkFile } from '../../platform/uploads/check-file.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { audited, auditView, listedFilter, writeAudit } from '../audit/public.ts';
import { keepUpload } from '../files/public.ts';
import { createPatient, lockPatient } from '../patients/public.ts';
import { toPlacedRow } from '../schedules/public.ts';
import {
  createPrescriptionAppointment,
  updatePrescriptionAppointment,
  uploadPrescription,
} from './change-prescription-appointment.ts';
import { appointmentFrom, listFreeTimes, readDoctorHours, rejectIfTaken } from './doctor-time.ts';
import { listNextFree } from './next-free.ts';
import { presentDoctorAppointment, toInstant } from './present.ts';
import { readAppointment, readAppointmentCard } from './read-card.ts';
import {
  lockPrescriptionAppointment,
  readPrescriptionAppointment,
} from './read-prescription-appointments.ts';
import { recordAttendance } from './record-attendance.ts';
import { rejectSameTime } from './same-time.ts';
import { updateAppointment } from './update-appointment.ts';

const prescriptionKinds: AcceptedKinds = { kinds: ['pdf'], otherwise: () => 'NOT_A_PDF' };

export function appointmentCalls(store: FileStore): Handlers<typeof appointmentsContract> {
  return {
    getOne: audited(
      ({ db, clinicTimeZone }, { idAppointment }) =>
        readAppointmentCard(db, idAppointment, clinicTimeZone),
      ({ idAppointment: id }, { kind, patient }) => ({
        action: 'appointment.read',
        subject: { kind, id },
        patientId: patient.idUser,
      }),
    ),

    create: idempotent('appointments.create', createAppointment, readSavedAppointment),

    updateStatus: idempotent('appointments.updateStatus', updateAppointment, readSavedAppointment),

    recordAttendance: changing(
      recordAttendance,
      async (transaction, context, card, { idAppointment: id }) => {
        const viewed = { id, patientId: card.patient.idUser };
        await auditAppointmentView(transaction, context, card.kind, viewed);
        return card;
      },
    ),

    createRecipe: idempotent(
      'appointments.createRecipe',
      createPrescriptionAppointment,
      (transaction, context, { id }, { idUser }) =>
        showPrescriptionAppointment(transaction, context, id, idUser),
    ),

    updateRecipe: changing(
      updatePrescriptionAppointment,
      (transaction, context, { patientId }, { idAppointment }) =>
        showPrescriptionAppointment(transaction, context, idAppointment, patientId),
    ),

    uploadPrescription: keepUpload(
      store,
      'recipes.uploadPrescription',
      (file) => checkFile(file, prescriptionKinds),
      uploadPrescription,
      async (transaction, context, id) => {
        const { patientId } = await lockPrescriptionAppointment(transaction, id, undefined);
        return showPrescriptionAppointment(transaction, context, id, patientId);
      },
    ),

    freeTimes: audited(
      async ({ db, clinicTimeZone: timeZone }, { idDoctor, from, limit }) => {
        const hours = await readDoctorHours(db, idDoctor);
        const times = await listFreeTimes(db, idDoctor, hours, {
          from: new Date(from),
          limit,
          timeZone,
        });
        return { times: times.map((time) => time.toISOString()) };
      },
      ({ idDoctor: id }, { times }) => ({
        action: 'doctor.free_times_read',
        subject: { kind: 'doctor', id },
        details: { count: times.length },
      }),
    ),

    nextFree: audited(
      ({ db, clinicTimeZone }, input) => listNextFree(db, input, clinicTimeZone),
      ({ search }, { doctors }) => ({
        action: 'doctors.listed',
        details: { filter: listedFilter({ search }), count: doctors.length },
      }),
    ),
  };
}

async function readSavedAppointment(
  transaction: Transaction,
  context: StaffContext,
  { id, outsideWorkingHours }: { readonly id: string; readonly outsideWorkingHours: boolean },
) {
  const row = await readAppointment(transaction, id);
  await auditAppointmentView(transaction, context, 'doctor_appointment', row);
  return { appointment: presentDoctorAppointment(row), outsideWorkingHours };
}

async function showPrescriptionAppointment(
  transaction: Transaction,
  context: StaffContext,
  id: string,
  patientId: string,
) {
  await auditAppointmentView(transaction, context, 'recipe_appointment', { id, patientId });
  return { appointment: await readPrescriptionAppointment(transaction, id) };
}

function auditAppointmentView(
  transaction: Transaction,
  context: StaffContext,
  kind: AppointmentCardData['kind'],
  { id, patientId }: { readonly id: string; readonly patientId: string },
) {
  const subject = { kind, id };
  return auditView(transaction, context, { action: 'appointment.read', subject, patientId });
}

/**
 * Creates an appointment of a patient with a doctor. A new patient is created with it, or neither is created.
 * @returns its id, and whether it is outside the doctor's working hours
 * @throws Problem NOT_FOUND for an unknown or deleted patient or doctor
 * @throws Problem DOCTOR_RETIRED
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 * @throws Problem SAME_TIME with the patient's other appointment
 */
async function createAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  input: CallInput<typeof appointmentsContract.create>,
): Promise<{ id: string; outsideWorkingHours: boolean }> {
  const { idUser, newPatient, idDoctor: doctorId, status } = input;
  const startsAt = toInstant(input.date);
  // The doctor is locked first, as in an edit, so that no appointment is created during a retirement.
  const hours = await readDoctorHours(transaction, doctorId, { lock: true });
  if (idUser !== undefined) await lockPatient(transaction, idUser);
  if (hours.retiredAt) throw new Problem('DOCTOR_RETIRED');
  const time = appointmentFrom(startsAt, hours);
  if (status !== CANCELLED) {
    await rejectIfTaken(transaction, { doctorId }, time, hours, context.clinicTimeZone);
    if (!input.despiteSameTime && idUser !== undefined) {
      await rejectSameTime(transaction, { patientId: idUser }, startsAt, time.endsAt);
    }
  }
  const workingSpan = findWorkingSpan(time, hours.schedule, context.clinicTimeZone);
  const patientId =
    idUser ??
    (newPatient && (await createPatient(transaction, context, { ...newPatient, status: 1 })).id);
  if (patientId === undefined) throw new Problem('BAD_REQUEST');
  const id = newRecordId('apt');
  await transaction.insert(doctorAppointments).values({
    id,
    patientId,
    doctorId,
    startsAt,
    status,
    ...toPlacedRow(workingSpan),
    bookedBy: context.actor.id,
    createdAt: sql`now()`,
  });
  await writeAudit(transaction, context, {
    action: 'appointment.created',
    subject: { kind: 'doctor_appointment', id },
    patientId,
    details: { status, startsAt, doctorId },
  });
  return { id, outsideWorkingHours: workingSpan === undefined };
}
