import { nameOfAppointmentStatus } from '@simiente/contract/appointments/statuses';
import type { Tone } from '../../theme/tokens.ts';

/** Pending is green, every other status orange; an unknown status shows its raw value. */
export function appointmentStatus(status: string): { tone: Tone; label: string } {
  return {
    tone: status === 'pending' ? 'green' : 'orange',
    label: nameOfAppointmentStatus(status),
  };
}
