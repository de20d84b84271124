import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './FreeTimes.module.css';
import { FreeTimes } from './FreeTimes.tsx';

/** Three rows of two. */
const OFFERED = 6;

interface OfferedTimesProps {
  idDoctor: string;
  /** The instant from which on they are looked for. */
  from: string;
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** The next free times of the doctor who was chosen. */
export function OfferedTimes({ idDoctor, from, timeZone, onTake }: OfferedTimesProps) {
  const { data, isError, refetch } = useQuery(
    queries.appointments.freeTimes.queryOptions({
      input: { idDoctor, from, limit: OFFERED },
      select: (answer) => answer.data.times,
    }),
  );
  if (data) return <FreeTimes times={data} timeZone={timeZone} onTake={onTake} />;
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
