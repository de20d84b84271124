import {
  type AttendanceStep,
  attendanceSteps,
  currentStep,
} from '@simiente/contract/appointments/attendance';
import type {
  AppointmentCardData,
  appointmentsContract,
} from '@simiente/contract/appointments/calls';
import { dayIn } from '@simiente/contract/common/days';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import {
  CANCELLED,
  doctorAppointments,
  recipeAppointments,
  type StoredStep,
} from '../../schema/appointments.ts';
import { writeAudit } from '../audit/public.ts';
import { shownAttendance } from './present.ts';
import { readAppointment, readAppointmentCard } from './read-card.ts';
import { lockPrescriptionAppointment } from './read-prescription-appointments.ts';

/**
 * Sets the current step of a visit. Recording the current step again changes nothing, whatever the version.
 * @throws Problem APPOINTMENT_CANCELLED, ATTENDANCE_NOT_YET
 */
export async function recordAttendance(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { idAppointment: id, step, version }: CallInput<typeof appointmentsContract.recordAttendance>,
): Promise<AppointmentCardData> {
  const { clinicTimeZone } = context;
  const { kind } = await readAppointmentCard(transaction, id, clinicTimeZone);
  const before =
    kind === 'doctor_appointment'
      ? await readAppointment(transaction, id, { lock: true })
      : await lockPrescriptionAppointment(transaction, id, undefined);
  const shown = shownAttendance(before);
  const from = currentStep({ attendance: shown });
  if (from === step) return readAppointmentCard(transaction, id, clinicTimeZone);
  const { patientId, startsAt } = before;
  const readCurrent = async () =>
    (await readAppointmentCard(transaction, id, clinicTimeZone)).appointment;
  await rejectStale(version, before, readCurrent, { kind, id, patientId });
  if (before.status === CANCELLED) throw new Problem('APPOINTMENT_CANCELLED');
  const now = new Date();
  const isFuture = startsAt && dayIn(clinicTimeZone, startsAt) > dayIn(clinicTimeZone, now);
  if (isFuture && step !== null && step !== 'confirmed') throw new Problem('ATTENDANCE_NOT_YET');
  const changed = {
    attendance: withStep(shown, step, {
      at: now.toISOString(),
      staffId: context.actor.id,
      by: context.actor.name,
      startsAt: startsAt?.toISOString() ?? null,
    }),
    version: before.version + 1,
    updatedAt: sql`now()`,
  };
  await (kind === 'doctor_appointment'
    ? transaction.update(doctorAppointments).set(changed).where(eq(doctorAppointments.id, id))
    : transaction.update(recipeAppointments).set(changed).where(eq(recipeAppointments.id, id)));
  // A recorded attendance ends a request for another time.
  if (step !== null) {
    await transaction
      .update(appointmentLinks)
      .set({ request: null, requestedAt: null })
      .where(eq(appointmentLinks.id, id));
  }
  await writeAudit(transaction, context, {
    action: 'appointment.attendance_recorded',
    subject: { kind, id },
    patientId,
    details: { changes: { attendance: { from, to: step } }, version: changed.version },
  });
  return readAppointmentCard(transaction, id, clinicTimeZone);
}

/** The steps before `step` except 'missed', then `step`. A step that was recorded earlier keeps its time. */
function withStep(
  steps: readonly StoredStep[],
  step: AttendanceStep | null,
  recorded: Omit<StoredStep, 'step'>,
): readonly StoredStep[] {
  if (step === null) return [];
  const position = (name: AttendanceStep) => attendanceSteps.indexOf(name);
  return [
    ...steps.filter(
      (earlier) => earlier.step !== 'missed' && position(earlier.step) < position(step),
    ),
    steps.find((earlier) => earlier.step === step) ?? { step, ...recorded },
  ];
}
