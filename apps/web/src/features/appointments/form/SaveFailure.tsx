import type { OverlapDetails } from '@simiente/contract/appointments/calls';
import { describeAppointmentSpan } from '@simiente/contract/format/dates';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { FreeTimeButtons } from './FreeTimes.tsx';
import classes from './SaveFailure.module.css';

interface SaveFailureProps {
  overlap: OverlapDetails | undefined;
  error: Error | null;
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** Why nothing was saved; for an overlap also with which appointment, and the nearest free times. */
export function SaveFailure({ overlap, error, timeZone, onTake }: SaveFailureProps) {
  return (
    <>
      <FormAlert message={error?.message}>
        {overlap && <OverlapNotice overlap={overlap} timeZone={timeZone} />}
      </FormAlert>
      {overlap && (
        <FreeTimeButtons
          times={overlap.freeTimes}
          timeZone={timeZone}
          chosen={undefined}
          onTake={onTake}
        />
      )}
    </>
  );
}

/** The appointment that overlaps. */
export function OverlapNotice({
  overlap,
  timeZone,
}: {
  overlap: OverlapDetails;
  timeZone: string;
}) {
  const { patientName, startsAt, endsAt } = overlap;
  return (
    <p className={classes.taken}>
      {patientName === null ? 'Otra cita' : `Con ${patientName}`}:{' '}
      {describeAppointmentSpan(startsAt, endsAt, timeZone)}.
    </p>
  );
}
