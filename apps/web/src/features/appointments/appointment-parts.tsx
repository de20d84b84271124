import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendar } from '@tabler/icons-react';
import { AppointmentTime, type AppointmentTimeProps } from '../../ui/page/AppointmentTime.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import classes from './DoctorLine.module.css';

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
