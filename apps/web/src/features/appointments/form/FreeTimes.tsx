import { Skeleton } from '@mantine/core';
import { formatAppointment } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import classes from './FreeTimes.module.css';

interface FreeTimesProps {
  times: readonly string[];
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** A doctor's free times as buttons that fill the form. */
export function FreeTimeButtons({ times, timeZone, onTake }: FreeTimesProps) {
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

/** Fills three rows of two buttons. */
const LIMIT = 6;

interface OfferedTimesProps {
  idDoctor: string;
  /** ISO instant from which free times are searched. */
  from: string;
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** The next free times of the chosen doctor. */
export function OfferedTimes({ idDoctor, from, timeZone, onTake }: OfferedTimesProps) {
  const { data, isError, refetch } = useQuery(
    queries.appointments.freeTimes.queryOptions({
      input: { idDoctor, from, limit: LIMIT },
      select: (answer) => answer.data.times,
    }),
  );
  if (data) return <FreeTimeButtons times={data} timeZone={timeZone} onTake={onTake} />;
  return (
    <div className={classes.waiting} aria-busy={!isError}>
      {isError ? (
        <>
          <p className={classes.legend}>No se pudieron cargar los horarios.</p>
          <LockButton kind="default" size="xs" onClick={() => void refetch()}>
            Reintentar
          </LockButton>
        </>
      ) : (
        <>
          <p className={classes.legend}>Buscando horarios…</p>
          <Skeleton height={106} radius={8} />
        </>
      )}
    </div>
  );
}
