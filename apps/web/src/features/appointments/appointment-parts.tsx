import {
  describeMeetingPlace,
  type RecipeAppointment,
} from '@simiente/contract/appointments/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { AppointmentTime, type AppointmentTimeProps } from '../../ui/page/AppointmentTime.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import classes from './DoctorLine.module.css';
import { MeetingButton } from './MeetingButton.tsx';

interface DoctorLineProps {
  name: string;
  /** Second line, separated by dots; undefined parts are left out. */
  details: readonly (string | undefined)[];
}

export function DoctorLine({ name, details }: DoctorLineProps) {
  return (
    <div className={classes.line}>
      <PersonAvatar name={name} tone="staff" size={40} />
      <div className={classes.words}>
        <p className={classes.name}>{titledName(name)}</p>
        <p className={classes.detail}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

/** Host, type, place and link of a booking of Calendly. A cancelled one offers no meeting. */
export function BookingFacts({ appointment }: { appointment: RecipeAppointment }) {
  const { doctor, type, status, calendly_data } = appointment;
  const { place, meeting_url: url } = calendly_data;
  return (
    <>
      {doctor && <DoctorLine name={doctor.name} details={[type ?? undefined]} />}
      {!doctor && type && <p className={classes.detail}>{type}</p>}
      {place && (
        <p className={classes.place}>
          <IconMapPin className={classes.icon} size={17} stroke={1.7} aria-hidden />
          {describeMeetingPlace(place)}
        </p>
      )}
      {status !== 'cancelled' && (url !== null || !place) && <MeetingButton url={url} />}
    </>
  );
}

interface DateStripProps extends Pick<AppointmentTimeProps, 'instant' | 'end' | 'place'> {
  clinicTimeZone: string;
}

/** When an appointment is, as the strip of its card. */
export function DateStrip({ clinicTimeZone, ...time }: DateStripProps) {
  return (
    <div className={classes.strip}>
      <IconCalendar className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <AppointmentTime {...time} timeZone={clinicTimeZone} />
    </div>
  );
}
