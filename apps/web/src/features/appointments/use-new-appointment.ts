import { readWallTime } from '@simiente/contract/common/wall-time';
import { useEffect, useState } from 'react';
import { useClinicTimeZone, useKeptDraft } from '../session/public.ts';
import { checkDraft, type Draft, fieldsOf, isSame } from './appointment-draft.ts';
import {
  type AppointmentFormState,
  errorsBeside,
  type FieldErrors,
} from './appointment-form-state.ts';
import { overlapOf } from './refusals.ts';
import { useCreateAppointment } from './use-create-appointment.ts';
import type { Choice } from './use-picker-search.ts';

export interface NewAppointmentProps {
  opened: boolean;
  onClose: () => void;
  /** Whose it will be; without one it is chosen. */
  patient?: { readonly idUser: string; readonly name: string };
  /** With whom; without one it is chosen. */
  doctor?: { readonly idDoctor: string; readonly name: string };
  /** The instant (ISO 8601) that the time fields begin with. */
  startsAt?: string;
}

/** What the form holds. */
interface Typed {
  readonly patient: Choice | null;
  readonly doctor: Choice | null;
  readonly draft: Draft;
  /** The instant from which on free times are offered; it follows the date that is typed. */
  readonly freeFrom: string;
}

interface Kept {
  readonly start: Typed;
  readonly typed: Typed;
}

export type NewAppointment = ReturnType<typeof useNewAppointment>;

/** The state of 'Crear cita': who and when, and what came of saving. */
export function useNewAppointment(props: NewAppointmentProps) {
  const timeZone = useClinicTimeZone();
  const { kept, keep } = useKeptDraft<Kept>(nameOf(props));
  const [start, setStart] = useState(() => kept?.start ?? startOf(props, timeZone));
  const [typed, setTyped] = useState(kept?.typed ?? start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [stops, setStops] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  // What was kept opens the form by itself; whoever shows the page knows nothing of it.
  const [isResumed, setResumed] = useState(kept !== undefined);
  const [wasOpened, setWasOpened] = useState(props.opened);
  const create = useCreateAppointment();
  const opened = props.opened || isResumed;

  if (props.opened !== wasOpened) {
    setWasOpened(props.opened);
    if (props.opened) {
      const next = startOf(props, timeZone);
      setStart(next);
      setTyped(next);
      setErrors({});
      setLeaving(false);
    }
  }

  const isChanged = !isSameTyped(typed, start);
  useEffect(() => keep(opened && isChanged ? { start, typed } : undefined));

  function finish() {
    create.reset();
    setResumed(false);
    props.onClose();
  }

  function save() {
    const { patient, doctor, draft } = typed;
    const checked = checkDraft(draft, timeZone);
    setErrors({
      ...(patient === null && { patient: 'Elige al paciente.' }),
      ...(doctor === null && { doctor: 'Elige al médico.' }),
      ...('errors' in checked && checked.errors),
    });
    if (patient === null || doctor === null || !('change' in checked)) {
      setStops(stops + 1);
      return;
    }
    create.mutate(
      { idUser: patient.id, idDoctor: doctor.id, ...checked.change },
      { onSuccess: finish },
    );
  }

  const form: AppointmentFormState = {
    timeZone,
    draft: typed.draft,
    errors,
    stops,
    isSaving: create.isPending,
    overlap: overlapOf(create.error),
    error: create.error,
    edit: (fields) => {
      setTyped({
        ...typed,
        draft: { ...typed.draft, ...fields },
        ...(fields.date !== undefined && { freeFrom: fromDay(fields.date, timeZone) }),
      });
      setErrors(errorsBeside(errors, fields));
      // What was refused was refused of another time.
      if (fields.date !== undefined || fields.time !== undefined) create.reset();
    },
    take: (freeTime) => {
      const fields = fieldsOf(freeTime, timeZone);
      setTyped({ ...typed, draft: { ...typed.draft, ...fields } });
      setErrors(errorsBeside(errors, fields));
      create.reset();
    },
    save,
    close: () => {
      if (create.isPending) return;
      if (isChanged) setLeaving(!isLeaving);
      else finish();
    },
  };

  return {
    form,
    opened,
    isLeaving,
    patient: typed.patient,
    doctor: typed.doctor,
    freeFrom: typed.freeFrom,
    choosePatient: (patient: Choice) => {
      setTyped({ ...typed, patient });
      setErrors(errorsBeside(errors, { patient }));
    },
    /** What was refused was refused of another one. */
    chooseDoctor: (doctor: Choice) => {
      setTyped({ ...typed, doctor });
      setErrors(errorsBeside(errors, { doctor }));
      create.reset();
    },
    stay: () => setLeaving(false),
    discard: finish,
  };
}

function nameOf({ patient, doctor }: NewAppointmentProps): string {
  return JSON.stringify(['new-appointment', patient?.idUser, doctor?.idDoctor]);
}

function startOf({ patient, doctor, startsAt }: NewAppointmentProps, timeZone: string): Typed {
  const now = new Date().toISOString();
  return {
    patient: patient ? { id: patient.idUser, name: patient.name } : null,
    doctor: doctor ? { id: doctor.idDoctor, name: doctor.name } : null,
    draft: { status: 'pending', ...fieldsOf(startsAt ?? null, timeZone) },
    freeFrom: startsAt !== undefined && Date.parse(startsAt) > Date.now() ? startsAt : now,
  };
}

/** From the beginning of a day on the clinic's clocks, and never from what is over. */
function fromDay(date: string, timeZone: string): string {
  const reading = readWallTime({ date, time: '00:00' }, timeZone);
  const isAhead = 'instant' in reading && Date.parse(reading.instant) > Date.now();
  return isAhead ? reading.instant : new Date().toISOString();
}

function isSameTyped(first: Typed, second: Typed): boolean {
  return (
    first.patient?.id === second.patient?.id &&
    first.doctor?.id === second.doctor?.id &&
    isSame(first.draft, second.draft)
  );
}
