import { countOf } from '../../lib/format/numbers.ts';

export const TITLE = 'Citas sin paciente';

export function appointmentsWithoutPatient(count: number): string {
  return countOf(count, ['cita sin paciente', 'citas sin paciente']);
}

export function appointmentsToAssign(count: number): string {
  return countOf(count, ['cita por asignar', 'citas por asignar']);
}

export function failedNotices(count: number): string {
  return countOf(count, ['notificación sin procesar', 'notificaciones sin procesar']);
}
