import type { DoctorAppointment } from '@simiente/contract/appointments';
import { useEffect, useState } from 'react';
import { useKeptDraft } from '../session/public.ts';
import { checkDraft, type Draft, draftOf, fieldsOf, isSame } from './appointment-draft.ts';
import { errorsBeside, type FieldErrors } from './appointment-form-state.ts';
import { currentOf, overlapOf } from './refusals.ts';
import { useUpdateAppointment } from './use-update-appointment.ts';

export type AppointmentEditor = ReturnType<typeof useAppointmentEditor>;

/**
 * The state of 'Editar Cita': the appointment that it was opened with (others may change it
 * meanwhile), what the fields hold, and what came of saving.
 */
export function useAppointmentEditor(appointment: DoctorAppointment, timeZone: string) {
  const { kept, keep } = useKeptDraft<{ base: DoctorAppointment; draft: Draft }>(
    JSON.stringify(['appointment', appointment.id]),
  );
  const [base, setBase] = useState(kept?.base ?? appointment);
  const [draft, setDraft] = useState<Draft>(() => kept?.draft ?? draftOf(appointment, timeZone));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [stops, setStops] = useState(0);
  const [opened, setOpened] = useState(kept !== undefined);
  const [isLeaving, setLeaving] = useState(false);
  const update = useUpdateAppointment();
  const current = currentOf(update.error);
  const isChanged = !isSame(draft, draftOf(base, timeZone));

  useEffect(() => keep(opened && isChanged ? { base, draft } : undefined));

  function startFrom(next: DoctorAppointment) {
    setBase(next);
    setDraft(draftOf(next, timeZone));
    setErrors({});
    update.reset();
  }

  function save(version: number) {
    const checked = checkDraft(draft, timeZone);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('change' in checked)) {
      setStops(stops + 1);
      return;
    }
    update.mutate(
      { ...checked.change, idAppointment: base.idAppointment, version },
      { onSuccess: () => setOpened(false) },
    );
  }

  return {
    appointment: base,
    timeZone,
    draft,
    errors,
    stops,
    opened,
    /** Asked whether to let go of changes that were not saved. */
    isLeaving,
    isSaving: update.isPending,
    /** The appointment as somebody else left it meanwhile; it asks for a decision. */
    current,
    overlap: overlapOf(update.error),
    error: current === undefined ? update.error : null,
    open: () => {
      startFrom(appointment);
      setLeaving(false);
      setOpened(true);
    },
    /** Closes, or asks first when something would be lost; closing the question leads back. */
    close: () => {
      if (update.isPending) return;
      if (isChanged) setLeaving(!isLeaving);
      else setOpened(false);
    },
    stay: () => setLeaving(false),
    discard: () => setOpened(false),
    edit: (fields: Partial<Omit<Draft, 'filledFrom'>>) => {
      setDraft({ ...draft, ...fields });
      setErrors(errorsBeside(errors, fields));
    },
    /** Takes one of the free times that a refusal offered. */
    take: (freeTime: string) => {
      setDraft({ ...draft, ...fieldsOf(freeTime, timeZone) });
      setErrors({});
      update.reset();
    },
    save: () => save(base.version),
    takeCurrent: () => current && startFrom(current),
    keepMine: () => {
      if (current === undefined) return;
      setBase(current);
      save(current.version);
    },
  };
}
