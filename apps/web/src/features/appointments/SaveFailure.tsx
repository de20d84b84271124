import type { OverlapDetails } from '@simiente/contract/appointments';
import { IconAlertCircle } from '@tabler/icons-react';
import { formatAppointmentSpan } from '../../lib/format/dates.ts';
import { zoneName } from '../../lib/format/zone-name.ts';
import { FreeTimes } from './FreeTimes.tsx';
import classes from './SaveFailure.module.css';

interface SaveFailureProps {
  overlap: OverlapDetails | undefined;
  error: Error | null;
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** Why nothing was saved. For a time that is taken: by whom, and which ones are free. */
export function SaveFailure({ overlap, error, timeZone, onTake }: SaveFailureProps) {
  return (
    <>
      <div role="alert" className={classes.area}>
        {error && (
          <div className={classes.alert}>
            <IconAlertCircle className={classes.icon} size={20} stroke={1.7} aria-hidden />
            <div>
              <p className={classes.message}>{error.message}</p>
              {overlap && <Taken overlap={overlap} timeZone={timeZone} />}
            </div>
          </div>
        )}
      </div>
      {overlap && <FreeTimes times={overlap.freeTimes} timeZone={timeZone} onTake={onTake} />}
    </>
  );
}

function Taken({ overlap, timeZone }: { overlap: OverlapDetails; timeZone: string }) {
  const { patientName, startsAt, endsAt } = overlap;
  return (
    <p className={classes.taken}>
      Con {patientName}: {formatAppointmentSpan(startsAt, endsAt)} UTC (
      {formatAppointmentSpan(startsAt, endsAt, timeZone)} en {zoneName(timeZone)}).
    </p>
  );
}
