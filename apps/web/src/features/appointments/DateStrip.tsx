import { isInstant } from '@simiente/contract/common/dates';
import { formatAppointment } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import { IconCalendar } from '@tabler/icons-react';
import classes from './DateStrip.module.css';

interface DateStripProps {
  instant: string | null;
  clinicTimeZone: string;
}

/** Date and time of an appointment, in UTC and in the clinic's time zone, both labelled. */
export function DateStrip({ instant, clinicTimeZone }: DateStripProps) {
  return (
    <div className={classes.strip}>
      <IconCalendar className={classes.icon} size={17} stroke={1.7} aria-hidden />
      {!isInstant(instant) ? (
        <span className={classes.missing}>{formatAppointment(instant)}</span>
      ) : (
        <div className={classes.times}>
          <p className={classes.utc}>
            <time dateTime={instant}>{formatAppointment(instant)}</time> <span>UTC</span>
          </p>
          <p className={classes.clinic}>
            <time dateTime={instant}>
              {formatAppointment(instant, { timeZone: clinicTimeZone })}
            </time>{' '}
            <span>{zoneName(clinicTimeZone)}</span>
          </p>
        </div>
      )}
    </div>
  );
}
