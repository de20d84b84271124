import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { useClinicTimeZone } from '../../session/public.ts';

/** The time of a patient's next appointment, in a module loaded on first use, because few lists show it. */
export default function NextAppointment({ instant }: { instant: string }) {
  return <AppointmentTime isInList instant={instant} timeZone={useClinicTimeZone()} />;
}
