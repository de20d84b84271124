import { UnstyledButton } from '@mantine/core';
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
import { Button, type ButtonProps } from '../../../ui/buttons/Button.tsx';
import { keepFocus } from '../../../ui/focus.ts';
import { notifyError } from '../../../ui/toasts/notify.tsx';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { refreshAppointments, showAppointment } from '../appointment-cache.ts';
import { useChangeToast } from '../card/change-appointment.ts';
import classes from './Attendance.module.css';

/** The step that the account may record next; null without one. */
function useNextStep(visit: Visit) {
  const step = nextStep(visit, useClinicTimeZone());
  const recording = useRecordAttendance();
  if (!useCan()('patients.edit') || step === null) return null;
  return {
    step,
    label: stepLabels[step],
    Icon: attendanceIcons[step],
    isPending: recording.isPending,
    record: () => recording.mutate({ visit, step }),
  };
}

interface AttendanceButtonProps extends Pick<ButtonProps, 'className'> {
  visit: Visit;
  patientName: string;
  /** For a narrow row, where a phone has room only for the icon. */
  isCompact?: boolean;
}

export function AttendanceButton(props: AttendanceButtonProps) {
  const { visit, patientName, isCompact = false, className } = props;
  const next = useNextStep(visit);
  if (next === null) return null;
  return (
    <Button
      ref={keepFocus}
      kind="default"
      size="compact-sm"
      className={[className, isCompact && classes.compact].filter(Boolean).join(' ')}
      icon={next.Icon}
      disabled={next.isPending}
      aria-label={`${next.label}: ${patientName}`}
      onClick={next.record}
    >
      <span className={classes.label}>{next.label}</span>
    </Button>
  );
}

/**
 * Button for the next step of a visit, inside an appointment's element that is itself a button. Only for the pointer:
 * the card that the element opens has the same step for the keyboard and screen readers.
 */
export function AttendanceShortcut({ visit }: { visit: Visit }) {
  const next = useNextStep(visit);
  if (next === null) return null;
  return (
    <UnstyledButton
      className={classes.shortcut ?? ''}
      tabIndex={-1}
      aria-hidden
      title={next.label}
      disabled={next.isPending}
      {...{ [SHORTCUT]: next.step }}
      onClick={next.record}
    >
      <next.Icon size={15} stroke={1.8} />
    </UnstyledButton>
  );
}

const SHORTCUT = 'data-attendance-shortcut';

/** Whether a click was on the shortcut, and not on the element around it. */
export function isAttendanceShortcut(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${SHORTCUT}]`) !== null;
}

/** The current step of a visit as an icon and a word; nothing without attendance or for a cancelled appointment. */
export function AttendanceMark({ visit }: { visit: Pick<Visit, 'attendance' | 'status'> }) {
  const timeZone = useClinicTimeZone();
  const last = visit.attendance.at(-1);
  if (last === undefined || visit.status === 'cancelled') return null;
  const Icon = attendanceIcons[last.step];
  return (
    <span className={classes.mark}>
      <Icon size={14} stroke={1.8} aria-hidden /> {describeStep(last, timeZone)}
    </span>
  );
}

/** Facts of an appointment of either kind that determine its attendance. */
export interface Visit {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  /** ISO instant. An imported appointment may have null, or a text that is no instant. */
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

/** The usual next step; null after the last one, and for a cancelled appointment. */
export function nextStep(visit: Visit, timeZone: string): AttendanceStep | null {
  if (visit.status === 'cancelled') return null;
  const current = currentStep(visit);
  if (isOnLaterDay(visit, timeZone)) return current === null ? 'confirmed' : null;
  if (current === 'arrived') return 'in_consultation';
  if (current === 'in_consultation') return 'attended';
  return current === 'attended' ? null : 'arrived';
}

/** Text for a step. Only an arrival has its hour: 'Llegó 11:22'. */
export function describeStep({ step, at }: Visit['attendance'][number], timeZone: string): string {
  const { time } = toWallTime(at, timeZone);
  const name = attendanceNames[step];
  return step === 'arrived' ? `${name} ${time.replace(/^0/, '')}` : name;
}

interface Recording {
  readonly visit: Pick<Visit, 'id' | 'version' | 'attendance'>;
  /** Null to remove the only recorded step. */
  readonly step: AttendanceStep | null;
}

async function recordStep({ visit: { id, version }, step }: Recording) {
  const { data } = await api.appointments.recordAttendance({ idAppointment: id, step, version });
  await showAppointment(data);
  return data;
}

/** Records a step of a visit. @param showsToast whether a toast offers 'Deshacer' */
export function useRecordAttendance({ showsToast = true } = {}) {
  const notifyChange = useChangeToast();
  return useMutation({
    mutationFn: recordStep,
    onSuccess: (card, { visit, step }) => {
      if (!showsToast || step === null) return;
      const undo = { visit: card.appointment, step: currentStep(visit) };
      notifyChange(attendanceNames[step], card.patient.name, () => recordStep(undo));
    },
    onError: (error) => {
      void refreshAppointments();
      const isStale = error instanceof ApiFailure && error.code === 'STALE_VERSION';
      // `useToastMutation` would close the toast with the button, which the current state may remove.
      notifyError('No se pudo registrar la asistencia', {
        detail: isStale
          ? 'Otra persona cambió la cita. Ya se muestra cómo está ahora.'
          : error.message,
      });
    },
  });
}
