import type { Doctor } from '@simiente/contract/doctors';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useKeptDraft } from '../session/public.ts';
import {
  checkDraft,
  type DoctorDraft,
  type DoctorFields,
  type DraftErrors,
  draftOf,
  isSame,
  rebase,
} from './doctor-draft.ts';
import { currentOf, type DoctorSaving, useSaveDoctor } from './save-doctor.ts';

export type DoctorEditor = ReturnType<typeof useDoctorEditor>;

/**
 * The state of the form of a doctor, or of a new one: whom it was opened with (others may change them
 * meanwhile), what the fields hold, and what came of saving.
 */
export function useDoctorEditor(doctor: Doctor | null, onSaved?: (saved: Doctor) => void) {
  const { kept, keep } = useKeptDraft<{ base: Doctor | null; draft: DoctorDraft }>(
    JSON.stringify(['doctor', doctor?.idDoctor]),
  );
  const [base, setBase] = useState(kept === undefined ? doctor : kept.base);
  const [draft, setDraft] = useState<DoctorDraft>(() => kept?.draft ?? draftOf(doctor));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [opened, setOpened] = useState(kept !== undefined);
  const [isLeaving, setLeaving] = useState(false);
  /** One for each opening of the form: what is sent again under it is made once. */
  const [key, setKey] = useState(() => crypto.randomUUID());
  const saving = useSaveDoctor();
  const current = currentOf(saving.error);
  const isChanged = !isSame(draft, draftOf(base));
  const mine = current ? rebase(draft, draftOf(base), draftOf(current)) : draft;

  useEffect(() => keep(opened && isChanged ? { base, draft } : undefined));

  function startFrom(next: Doctor | null) {
    setBase(next);
    setDraft(draftOf(next));
    setErrors({});
    setKey(crypto.randomUUID());
    saving.reset();
  }

  function save(from: Doctor | null, next: DoctorDraft) {
    const checked = checkDraft(next, from);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('fields' in checked)) return;
    const { fields } = checked;
    if (Object.keys(fields).length === 0) return setOpened(false);
    const request: DoctorSaving =
      from === null
        ? { fields: fields as DoctorFields, key }
        : { fields, idDoctor: from.idDoctor, version: from.version };
    saving.mutate(request, {
      onSuccess: (saved) => {
        setOpened(false);
        onSaved?.(saved);
      },
      onError: (error) => {
        setErrors(errorsOf(error));
        // An earlier sending arrived after all, with other data; what is sent now is a wish of its own.
        if (error instanceof ApiFailure && error.code === 'IDEMPOTENCY_KEY_REUSED') {
          setKey(crypto.randomUUID());
        }
      },
    });
  }

  return {
    isNew: base === null,
    name: base?.name,
    draft,
    errors,
    opened,
    /** Asked whether to let go of changes that were not saved. */
    isLeaving,
    isSaving: saving.isPending,
    /** The doctor as somebody else left them meanwhile; it asks for a decision. */
    current,
    /** What would be saved over them. */
    mine,
    /** A refusal that no field explains. */
    error: current === undefined && !('email' in errorsOf(saving.error)) ? saving.error : null,
    open: () => {
      startFrom(doctor);
      setLeaving(false);
      setOpened(true);
    },
    /** Closes, or asks first when something would be lost; closing the question leads back. */
    close: () => {
      if (saving.isPending) return;
      if (isChanged) setLeaving(!isLeaving);
      else setOpened(false);
    },
    stay: () => setLeaving(false),
    discard: () => setOpened(false),
    edit: (fields: Partial<DoctorDraft>) => setDraft({ ...draft, ...fields }),
    save: () => save(base, draft),
    takeCurrent: () => current && startFrom(current),
    keepMine: () => {
      if (current === undefined) return;
      setBase(current);
      setDraft(mine);
      save(current, mine);
    },
  };
}

/** What a refusal says of single fields. */
function errorsOf(error: Error | null): DraftErrors {
  if (!(error instanceof ApiFailure)) return {};
  const email = error.issues.find(({ path }) => path === 'email');
  return email ? { email: email.message } : {};
}
