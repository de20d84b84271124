import type { OverlapDetails } from '@simiente/contract/appointments';
import { formatAppointment, formatAppointmentSpan } from '../../lib/format/dates.ts';
import { zoneName } from '../../lib/format/zone-name.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
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
      <FormAlert message={error?.message}>
        {overlap && <Taken overlap={overlap} timeZone={timeZone} />}
      </FormAlert>
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

interface FreeTimesProps {
  times: readonly string[];
  timeZone: string;
  onTake: (freeTime: string) => void;
}

function FreeTimes({ times, timeZone, onTake }: FreeTimesProps) {
  if (times.length === 0) {
    return <p className={classes.none}>No se encontraron horas libres próximas.</p>;
  }
  return (
    <fieldset className={classes.free}>
      <legend className={classes.legend}>Próximas horas libres ({zoneName(timeZone)})</legend>
      {times.map((time) => (
        <LockButton key={time} kind="default" size="xs" onClick={() => onTake(time)}>
          {formatAppointment(time, { timeZone })}
        </LockButton>
      ))}
    </fieldset>
  );
}
