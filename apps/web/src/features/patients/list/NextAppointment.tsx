import { AppointmentTime, type AppointmentTimeProps } from '../../../ui/page/AppointmentTime.tsx';

/** The time of a patient's next appointment, in a module loaded on first use, because few lists show it. */
export default function NextAppointment(time: Pick<AppointmentTimeProps, 'instant' | 'place'>) {
  return <AppointmentTime isInList {...time} />;
}
