import { formatCount } from '../../lib/format/numbers.ts';

export const TITLE = 'Citas sin paciente';

export function appointmentsWithoutPatient(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'cita sin paciente' : 'citas sin paciente'}`;
}

export function appointmentsToAssign(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'cita por asignar' : 'citas por asignar'}`;
}

export function failedNotices(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'notificación sin procesar' : 'notificaciones sin procesar'}`;
}
