import type { DoctorAppointment } from '@simiente/contract/appointments';
import { useState } from 'react';
import {
  checkDraft,
  type Draft,
  type DraftErrors,
  draftOf,
  fieldsOf,
  isSame,
} from './appointment-draft.ts';
import { currentOf, overlapOf } from './refusals.ts';
import { useUpdateAppointment } from './use-update-appointment.ts';

export type AppointmentEditor = ReturnType<typeof useAppointmentEditor>;

/**
 * The state of 'Editar Cita': the appointment that it was opened with (others may change it
 * meanwhile), what the fields hold, and what came of saving.
 */
export function useAppointmentEditor(appointment: DoctorAppointment, timeZone: string) {
  const [base, setBase] = useState(appointment);
  const [draft, setDraft] = useState<Draft>(() => draftOf(appointment, timeZone));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [opened, setOpened] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const update = useUpdateAppointment();
  const current = currentOf(update.error);

  function startFrom(next: DoctorAppointment) {
    setBase(next);
    setDraft(draftOf(next, timeZone));
    setErrors({});
    update.reset();
  }

  function save(version: number) {
    const checked = checkDraft(draft, timeZone);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('change' in checked)) return;
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
      if (isSame(draft, draftOf(base, timeZone))) setOpened(false);
      else setLeaving(!isLeaving);
    },
    stay: () => setLeaving(false),
    discard: () => setOpened(false),
    edit: (fields: Partial<Omit<Draft, 'filledFrom'>>) => setDraft({ ...draft, ...fields }),
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
