import { formatAppointment } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './FreeTimes.module.css';

interface FreeTimesProps {
  times: readonly string[];
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** The times at which a doctor is free, each one click away. */
export function FreeTimes({ times, timeZone, onTake }: FreeTimesProps) {
  if (times.length === 0) {
    return <p className={classes.none}>No se encontraron horarios disponibles próximos.</p>;
  }
  return (
    <fieldset className={classes.free}>
      <legend className={classes.legend}>
        Próximos horarios disponibles ({zoneName(timeZone)})
      </legend>
      {times.map((time) => (
        <LockButton key={time} kind="default" size="xs" onClick={() => onTake(time)}>
          {formatAppointment(time, { timeZone })}
        </LockButton>
      ))}
    </fieldset>
  );
}
