import { IconCalendar } from '@tabler/icons-react';
import { AppointmentTime } from '../../ui/page/AppointmentTime.tsx';
import classes from './DateStrip.module.css';

interface DateStripProps {
  instant: string | null;
  end?: string | null;
  clinicTimeZone: string;
}

/** When an appointment is, as the strip of its card. */
export function DateStrip({ instant, end = null, clinicTimeZone }: DateStripProps) {
  return (
    <div className={classes.strip}>
      <IconCalendar className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <AppointmentTime instant={instant} end={end} timeZone={clinicTimeZone} />
    </div>
  );
}
