import type { OverlapDetails, SameTime } from '@simiente/contract/appointments/calls';
import { describeAppointmentSpan } from '@simiente/contract/format/dates';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import type { FormFrame } from '../../record-form/public.ts';
import { parseOverlap, parseSameTime } from '../appointment-cache.ts';
import { FreeTimeButtons } from './FreeTimes.tsx';
import classes from './SaveFailure.module.css';

interface SaveFailureProps {
  error: Error | null;
  timeZone: string;
  onTake: (freeTime: string) => void;
}

/** The reason for a rejection, with the other appointment; for an overlap also the nearest free times. */
export function SaveFailure({ error, timeZone, onTake }: SaveFailureProps) {
  const overlap = parseOverlap(error);
  return (
    <>
      <FormAlert message={error?.message}>
        <ConflictDetails error={error} timeZone={timeZone} />
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

/** The doctor's other appointment at the same time. */
export function describeCollision(
  { patientName, startsAt, endsAt }: Omit<OverlapDetails, 'freeTimes'>,
  timeZone: string,
): string {
  const subject = patientName === null ? 'Otra cita' : `Con ${patientName}`;
  return `${subject}: ${describeAppointmentSpan(startsAt, endsAt, timeZone)}.`;
}

/** The patient's other appointment at the same time. */
export function describeSameTime(other: SameTime, timeZone: string): string {
  const { doctorName, isRecipe, startsAt, endsAt } = other;
  const booking = isRecipe ? 'Validación de receta' : 'Cita de Calendly';
  const subject = doctorName === null ? booking : `Con ${doctorName}`;
  return `${subject}: ${describeAppointmentSpan(startsAt, endsAt, timeZone)}.`;
}

/** Shown below the failure of a form: the other appointment of the doctor or of the patient. */
export function ConflictDetails({ error, timeZone }: { error: Error | null; timeZone: string }) {
  const overlap = parseOverlap(error);
  const other = parseSameTime(error);
  return (
    <>
      {overlap && <p className={classes.taken}>{describeCollision(overlap, timeZone)}</p>}
      {other && <p className={classes.taken}>{describeSameTime(other, timeZone)}</p>}
    </>
  );
}

/** Props that replace the submit button of a form whose patient has another appointment at that time. */
export function saveAnywayProps(form: Pick<FormFrame, 'error' | 'isSaving' | 'submitAnyway'>) {
  if (parseSameTime(form.error) === undefined) return {};
  return {
    submit: (
      <LockButton key="anyway" loading={form.isSaving} onClick={form.submitAnyway}>
        Agendar de todos modos
      </LockButton>
    ),
  };
}
