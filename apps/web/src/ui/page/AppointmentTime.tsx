import type { AppointmentPlace } from '@simiente/contract/appointments/calls';
import { isInstant } from '@simiente/contract/common/dates';
import { formatAppointment, formatClinicTime, zoneName } from '@simiente/contract/format/dates';
import { findOtherZone } from '@simiente/contract/format/place-time';
import { use } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import classes from './AppointmentTime.module.css';

export interface AppointmentTimeProps {
  /** An instant; null or an invalid text in legacy exports. */
  instant: string | null;
  end?: string | null;
  /** The branch of the appointment. If its zone differs from the clinic's, the time in the branch's zone comes first. */
  place?: AppointmentPlace | null;
  /** Text after the second line: doctor or reason. */
  detail?: string;
  /** In the columns of a list, UTC is a tooltip, because it may name another day. */
  isInList?: boolean;
}

/** The time of an appointment in the zone of its place, and below in the clinic's zone and in UTC. */
export function AppointmentTime(props: AppointmentTimeProps) {
  const { instant, end = null, place = null, detail, isInList = false } = props;
  const timeZone = use(ClinicTimeZone);
  if (!isInstant(instant)) {
    return (
      <span className={classes.when}>
        <span className={classes.missing}>{formatAppointment(instant)}</span>
        {detail !== undefined && <span className={classes.second}>{detail}</span>}
      </span>
    );
  }
  const otherZone = findOtherZone(instant, place, timeZone);
  const firstZone = otherZone ?? timeZone;
  const utc = `${formatAppointment(instant)} UTC`;
  const facts = [place?.name, detail].filter((fact) => fact !== undefined).join(' · ');
  return (
    <span className={classes.when}>
      <time
        className={classes.clinic}
        dateTime={instant}
        title={isInList ? utc : `Hora de ${zoneName(firstZone)}`}
      >
        {formatClinicTime(instant, firstZone, { end })}
        {otherZone && ` · ${zoneName(otherZone)}`}
      </time>{' '}
      {otherZone && (
        <span className={classes.second}>
          {formatClinicTime(instant, timeZone, { end })} en {zoneName(timeZone)}{' '}
        </span>
      )}
      {(!isInList || facts !== '') && (
        <span
          className={classes.second}
          data-in-list={isInList || undefined}
          title={isInList ? facts : undefined}
        >
          {!isInList && (
            <span className={classes.utc}>
              <time dateTime={instant}>{formatAppointment(instant)}</time> UTC
            </span>
          )}
          {!isInList && facts !== '' && ' · '}
          {facts}
        </span>
      )}
    </span>
  );
}
