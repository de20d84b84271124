import type { OverlapDetails, SameTime } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { describeAppointmentSpan } from '@simiente/contract/format/dates';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import type { FormFrame, RecordForm } from '../../record-form/public.ts';
import { parseOverlap, parseSameTime } from '../appointment-cache.ts';
import type { AppointmentValues } from './appointment-fields.tsx';
import { FreeTimeButtons } from './FreeTimes.tsx';
import classes from './SaveFailure.module.css';
import { ChosenTime } from './WhenFields.tsx';

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

/** Shown below a failure: the other appointment of the doctor or of the patient. */
function ConflictDetails({ error, timeZone }: { error: Error | null; timeZone: string }) {
  const overlap = parseOverlap(error);
  const other = parseSameTime(error);
  return (
    <>
      {overlap && <p className={classes.taken}>{describeCollision(overlap, timeZone)}</p>}
      {other && <p className={classes.taken}>{describeSameTime(other, timeZone)}</p>}
    </>
  );
}

type AppointmentForm = Pick<FormFrame, 'error' | 'isSaving' | 'submitAnyway'> &
  Pick<RecordForm<AppointmentValues, unknown>, 'values'>;

/** Props of an appointment's dialog: the chosen time and, after a conflict, the other appointment and a button. */
export function appointmentModalProps(
  form: AppointmentForm,
  timeZone: string,
  doctor?: Doctor | undefined,
) {
  return {
    summary: <ChosenTime when={form.values.when} timeZone={timeZone} doctor={doctor} />,
    aboutFailure: <ConflictDetails error={form.error} timeZone={timeZone} />,
    ...(parseSameTime(form.error) && {
      submit: (
        <LockButton key="anyway" loading={form.isSaving} onClick={form.submitAnyway}>
          Agendar de todos modos
        </LockButton>
      ),
    }),
  };
}
