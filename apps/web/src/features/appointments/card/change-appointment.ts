import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import {
  type AppointmentStatus,
  appointmentStatuses,
} from '@simiente/contract/appointments/statuses';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import type { RequestOptions } from '../../../lib/api/request-key.ts';
import {
  notifyError,
  notifySuccess,
  notifyUndo,
  notifyWarning,
} from '../../../ui/toasts/notify.tsx';
import {
  appointmentStatus,
  parseCurrent,
  parseCurrentPrescription,
  parseOverlap,
  parseSameTime,
  refreshAppointments,
  showAppointment,
} from '../appointment-cache.ts';
import { describeSameTime } from '../form/FreeTimes.tsx';

interface Change {
  readonly card: AppointmentCardData;
  readonly status: AppointmentStatus;
  readonly reason?: string;
  /** Allows another appointment of the patient when a cancellation is undone. */
  readonly despiteSameTime?: boolean;
}

/** Changes the status of an appointment, and updates it on every screen. */
export async function changeStatus(
  { card, status, reason, despiteSameTime }: Change,
  options?: RequestOptions,
): Promise<AppointmentCardData> {
  const { id: idAppointment, version } = card.appointment;
  const edit = {
    idAppointment,
    version,
    status,
    ...(reason !== undefined && { reason }),
    ...(despiteSameTime && { despiteSameTime }),
  };
  const { updateStatus, updateRecipe } = api.appointments;
  const cancellationReason = status === 'cancelled' ? reason || card.cancellationReason : null;
  async function save(): Promise<AppointmentCardData> {
    if (card.kind === 'doctor_appointment') {
      const { appointment } = (await updateStatus(edit, options)).data;
      return { ...card, cancellationReason, appointment };
    }
    const { appointment } = (await updateRecipe(edit, options)).data;
    return { ...card, cancellationReason, appointment };
  }
  const next = await save().catch(async (error: Error) => {
    // After a lost answer, the retry is rejected, although the appointment already has the status.
    const current = parseCurrent(error) ?? parseCurrentPrescription(error);
    if (current?.status !== status) throw error;
    return (await api.appointments.getOne({ idAppointment })).data;
  });
  await showAppointment(next);
  return next;
}

/** Mutations that must not run at the same time as an undo. */
type MutationQueue = Pick<UseMutationOptions, 'mutationKey' | 'scope'>;

/** Reports a change of an appointment, with 'Deshacer' if it can be undone. */
export function useChangeToast(queue?: MutationQueue) {
  const undoing = useMutation({
    ...queue,
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: async () => {
      await refreshAppointments();
      notifySuccess('Cambio deshecho');
    },
    onError: (error) => {
      void refreshAppointments();
      const taken = parseOverlap(error) && 'Ese horario ya está ocupado.';
      const changed = parseCurrent(error) && 'Otra persona cambió la cita después.';
      notifyError('No se pudo deshacer', { detail: taken ?? changed ?? error.message });
    },
  });
  return (title: string, detail: string, undo?: () => Promise<unknown>) =>
    undo
      ? notifyUndo(title, { detail, onUndo: () => undoing.mutate(undo) })
      : notifySuccess(title, { detail });
}

/** Reports a change of status, which cannot be undone if the status before is a legacy one. */
export function useStatusToast() {
  const notifyChange = useChangeToast();
  return (before: AppointmentCardData, saved: AppointmentCardData) => {
    const { status } = saved.appointment;
    const title =
      status === 'cancelled'
        ? 'Cita cancelada'
        : `La cita cambió a ${appointmentStatus(status).label}`;
    const statusBefore = appointmentStatuses.find((value) => value === before.appointment.status);
    const undo = (status: AppointmentStatus) =>
      changeStatus({
        card: saved,
        status,
        // The patient had both appointments before.
        ...(saved.appointment.status === 'cancelled' && { despiteSameTime: true }),
        ...(before.cancellationReason !== null && { reason: before.cancellationReason }),
      });
    return notifyChange(title, saved.patient.name, statusBefore && (() => undo(statusBefore)));
  };
}

/** Changes the status immediately. A toast reports a rejection, and the card then shows the actual status. */
export function useChangeStatus(timeZone: string) {
  const notifyStatus = useStatusToast();
  const changing = useMutation({
    mutationFn: (change: Change) => changeStatus(change),
    onSuccess: (saved, { card }) => notifyStatus(card, saved),
    onError: (error, change) => {
      void refreshAppointments();
      const other = parseSameTime(error);
      if (other) {
        const again = () => changing.mutate({ ...change, despiteSameTime: true });
        return notifyWarning(error.message, {
          detail: describeSameTime(other, timeZone),
          action: { label: 'Agendar de todos modos', onClick: again },
        });
      }
      return notifyError('El estado no cambió', {
        detail: parseCurrent(error)
          ? 'Otra persona cambió la cita. La ficha muestra cómo está ahora.'
          : parseOverlap(error)
            ? 'Ese horario ya está ocupado. Elige otro.'
            : error.message,
      });
    },
  });
  return changing;
}

/** Start, end and place of a card's appointment, as far as they are known. */
export function cardTime(card: AppointmentCardData) {
  if (card.kind === 'recipe_appointment') {
    const { start_time: instant, end_time: end } = card.appointment.calendly_data;
    return { instant, end, place: null };
  }
  const { date, endDate } = card.appointment.appointmentDate;
  return { instant: date, end: endDate, place: card.appointment.place };
}
