import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { useClinicTimeZone } from '../../session/public.ts';

/** When a patient's next appointment is; loaded with the first, which few lists show. */
export default function NextAppointment({ instant }: { instant: string }) {
  return <AppointmentTime isInList instant={instant} timeZone={useClinicTimeZone()} />;
}
