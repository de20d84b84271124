import type { Tone } from '../../theme/tokens.ts';

const labels: Readonly<Record<string, string>> = {
  pending: 'Pendiente',
  assigned: 'Asignado',
  cancelled: 'Cancelado',
};

/** Pending is green, every other status orange; an unknown status shows its raw value. */
export function appointmentStatus(status: string): { tone: Tone; label: string } {
  return {
    tone: status === 'pending' ? 'green' : 'orange',
    label: Object.hasOwn(labels, status) ? (labels[status] ?? status) : status || 'Sin estado',
  };
}
