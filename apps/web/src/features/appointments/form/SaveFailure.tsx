import type { OverlapDetails } from '@simiente/contract/appointments';
import { describeAppointmentSpan } from '@simiente/contract/format/dates';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
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
      <FormAlert message={error?.message}>
        {overlap && <Taken overlap={overlap} timeZone={timeZone} />}
      </FormAlert>
      {overlap && <FreeTimes times={overlap.freeTimes} timeZone={timeZone} onTake={onTake} />}
    </>
  );
}

/** Who has the doctor at that time. */
export function Taken({ overlap, timeZone }: { overlap: OverlapDetails; timeZone: string }) {
  const { patientName, startsAt, endsAt } = overlap;
  return (
    <p className={classes.taken}>
      {patientName === null ? 'Otra cita' : `Con ${patientName}`}:{' '}
      {describeAppointmentSpan(startsAt, endsAt, timeZone)}.
    </p>
  );
}
