import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { NoticeLink } from '../../ui/page/NoticeLink.tsx';
import { appointmentsWithoutPatient, failedNotices } from './use-without-patient.ts';

/** Link to unassigned appointments and failed deliveries, above the list of patients. */
export function WithoutPatientNotice() {
  const { withoutPatient = 0, failedDeliveries = 0 } = useAttention() ?? {};
  if (withoutPatient + failedDeliveries === 0) return null;
  const words = [
    ...(withoutPatient > 0 ? [appointmentsWithoutPatient(withoutPatient)] : []),
    ...(failedDeliveries > 0 ? [failedNotices(failedDeliveries)] : []),
  ];
  return (
    <NoticeLink link={(props) => <Link to="/pacientes/citas-sin-paciente" {...props} />}>
      {words.join(' y ')}
    </NoticeLink>
  );
}

/** Counts of unassigned appointments and failed deliveries; undefined while loading. */
export function useAttention() {
  const query = useQuery(queries.calendly.attention.queryOptions());
  return query.data?.data;
}
