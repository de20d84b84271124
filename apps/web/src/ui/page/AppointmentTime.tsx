import { isInstant } from '@simiente/contract/common/dates';
import { formatAppointment, formatClinicTime, zoneName } from '@simiente/contract/format/dates';
import classes from './AppointmentTime.module.css';

interface AppointmentTimeProps {
  /** Instant of the contract; null or an invalid text of an export. */
  instant: string | null;
  end?: string | null;
  timeZone: string;
  /** Text after the second line: doctor or reason. */
  detail?: string;
}

/** When an appointment is: on the clinic's clock, and beneath it in UTC. */
export function AppointmentTime({ instant, end = null, timeZone, detail }: AppointmentTimeProps) {
  if (!isInstant(instant)) {
    return (
      <span className={classes.when}>
        <span className={classes.missing}>{formatAppointment(instant)}</span>
        {detail !== undefined && <span className={classes.second}>{detail}</span>}
      </span>
    );
  }
  return (
    <span className={classes.when}>
      <time className={classes.clinic} dateTime={instant} title={`Hora de ${zoneName(timeZone)}`}>
        {formatClinicTime(instant, timeZone, { end })}
      </time>{' '}
      <span className={classes.second}>
        <span className={classes.utc}>
          <time dateTime={instant}>{formatAppointment(instant)}</time> UTC
        </span>
        {detail !== undefined && ` · ${detail}`}
      </span>
    </span>
  );
}
