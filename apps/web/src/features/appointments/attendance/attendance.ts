import {
  type AttendanceStep,
  attendanceNames,
  currentStep,
} from '@simiente/contract/appointments/attendance';
import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import { isInstant } from '@simiente/contract/common/dates';
import { dayIn } from '@simiente/contract/common/days';
import { toWallTime } from '@simiente/contract/common/wall-time';
import {
  IconCheck,
  IconChecks,
  IconDoorEnter,
  IconStethoscope,
  IconUserX,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/toasts/notify.tsx';
import { invalidateAppointments, showAppointment } from '../appointment-cache.ts';

/** Facts of an appointment of either kind that its attendance depends on. */
export interface Visit {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  /** Instant of the contract; null or an invalid text of an export. */
  readonly startsAt: string | null;
  readonly attendance: AppointmentCardData['appointment']['attendance'];
}

export const attendanceIcons: Readonly<Record<AttendanceStep, TablerIcon>> = {
  confirmed: IconCheck,
  arrived: IconDoorEnter,
  missed: IconUserX,
  in_consultation: IconStethoscope,
  attended: IconChecks,
};

export const stepLabels: Readonly<Record<AttendanceStep, string>> = {
  ...attendanceNames,
  in_consultation: 'Pasar a consulta',
};

/** Whether the appointment is on a later day, when the patient can only confirm. */
export function isOnLaterDay({ startsAt }: Pick<Visit, 'startsAt'>, timeZone: string): boolean {
  return isInstant(startsAt) && dayIn(timeZone, new Date(startsAt)) > dayIn(timeZone, new Date());
}

/** The step that usually follows; null after the last one and for a cancelled appointment. */
export function nextStep(visit: Visit, timeZone: string): AttendanceStep | null {
  if (visit.status === 'cancelled') return null;
  const current = currentStep(visit);
  if (isOnLaterDay(visit, timeZone)) return current === null ? 'confirmed' : null;
  if (current === 'arrived') return 'in_consultation';
  if (current === 'in_consultation') return 'attended';
  return current === 'attended' ? null : 'arrived';
}

/** 'Llegó 11:22'; only of an arrival does the hour matter in lists. */
export function describeStep({ step, at }: Visit['attendance'][number], timeZone: string): string {
  const { time } = toWallTime(at, timeZone);
  return step === 'arrived'
    ? `${attendanceNames.arrived} ${time.replace(/^0/, '')}`
    : attendanceNames[step];
}

interface Recording {
  readonly visit: Pick<Visit, 'id' | 'version' | 'attendance'>;
  readonly step: AttendanceStep | null;
  readonly isUndo?: boolean;
}

/** Records a step of a visit at once, with 'Deshacer' in a toast, unless the step is shown with its own. */
export function useRecordAttendance({ hasToast = true } = {}) {
  const recording = useMutation({
    mutationFn: async ({ visit: { id, version }, step }: Recording) => {
      const answer = await api.appointments.recordAttendance({ idAppointment: id, step, version });
      return answer.data;
    },
    onSuccess: async (card, { visit, step, isUndo = false }) => {
      await showAppointment(card);
      if (!hasToast) return;
      if (step === null || isUndo) return notifySuccess('Cambio deshecho');
      const undo = {
        visit: card.appointment,
        step: currentStep(visit),
        isUndo: true,
      };
      return notifyUndo(attendanceNames[step], {
        detail: card.patient.name,
        onUndo: () => recording.mutate(undo),
      });
    },
    onError: (error) => {
      invalidateAppointments();
      const isStale = error instanceof ApiFailure && error.code === 'STALE_VERSION';
      notifyError('No se pudo registrar la asistencia', {
        detail: isStale
          ? 'Otra persona cambió la cita. Ya se muestra cómo está ahora.'
          : error.message,
      });
    },
  });
  return recording;
}
