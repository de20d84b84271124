import { Link } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { NoticeLink } from '../../ui/page/NoticeLink.tsx';

/** Link to unassigned appointments and failed webhooks, above the list of patients. */
export function WithoutPatientNotice() {
  const { withoutPatient = 0, failedDeliveries = 0 } = useAttention() ?? {};
  if (withoutPatient + failedDeliveries === 0) return null;
  const words = [
    withoutPatient > 0 && pluralize(withoutPatient, ['cita sin paciente', 'citas sin paciente']),
    failedDeliveries > 0 &&
      pluralize(failedDeliveries, ['notificación sin procesar', 'notificaciones sin procesar']),
  ];
  return (
    <NoticeLink link={<Link to="/pacientes/citas-sin-paciente" />}>
      {words.filter(Boolean).join(' y ')}
    </NoticeLink>
  );
}

/** Counts of unassigned appointments and failed webhooks; undefined while loading. */
export function useAttention() {
  return useAnswer(queries.calendly.attention, {}).data;
}
