import type { Tone } from '../../theme/tokens.ts';

const labels: Readonly<Record<string, string>> = {
  pending: 'Pendiente',
  assigned: 'Asignado',
  cancelled: 'Cancelado',
};

/** Pending is green, every other status orange; one that is not known says its own name. */
export function appointmentStatus(status: string): { tone: Tone; label: string } {
  return {
    tone: status === 'pending' ? 'verde' : 'naranja',
    label: Object.hasOwn(labels, status) ? (labels[status] ?? status) : status || 'Sin estado',
  };
}
