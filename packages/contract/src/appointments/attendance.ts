import { typedKeys } from '../common/lists.ts';

/** The steps of a visit that takes place, in order. */
export const visitSteps = ['confirmed', 'arrived', 'in_consultation', 'attended'] as const;

/** The steps of a visit. Recording a step keeps the earlier steps except 'missed', and removes the later ones. */
export const attendanceNames = {
  confirmed: 'Confirmó',
  arrived: 'Llegó',
  missed: 'No asistió',
  in_consultation: 'En consulta',
  attended: 'Atendido',
} as const;
export type AttendanceStep = keyof typeof attendanceNames;
export const attendanceSteps = typedKeys(attendanceNames);

interface WithAttendance {
  readonly attendance: readonly { readonly step: AttendanceStep }[];
}

/** The last step of an appointment; null without attendance. */
export function currentStep({ attendance }: WithAttendance): AttendanceStep | null {
  return attendance.at(-1)?.step ?? null;
}

/** Whether the consultation began, after which the appointment cannot be cancelled. */
export function hasConsultation(visit: WithAttendance): boolean {
  const step = currentStep(visit);
  return step === 'in_consultation' || step === 'attended';
}
