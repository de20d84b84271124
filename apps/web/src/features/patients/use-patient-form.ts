import type { PatientSummary } from '@simiente/contract/patients';
import { useState } from 'react';
import { useRequestKey } from '../../lib/api/request-key.ts';
import {
  changedFields,
  checkDraft,
  type DraftErrors,
  draftFields,
  draftOf,
  EMPTY_DRAFT,
  type PatientDraft,
  rebase,
  type WrittenPatient,
} from './patient-draft.ts';
import { useDuplicates } from './use-duplicates.ts';
import { useKeptPatientDraft } from './use-kept-patient-draft.ts';
import { currentPatientOf, useCreatePatient, useUpdatePatient } from './use-save-patient.ts';

export type PatientForm = ReturnType<typeof usePatientForm>;

interface PatientFormOptions {
  /** Where the form stands; what a lost session leaves in it comes back there. */
  place: string;
  onCreated?: (idUser: string) => void;
}

/**
 * The state of the form that makes or edits a patient: the one it was opened with (others may change
 * them meanwhile), or null for a new one; what the fields hold; and what came of saving.
 */
export function usePatientForm({ place, onCreated }: PatientFormOptions) {
  const [base, setBase] = useState<PatientSummary | null>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [opened, setOpened] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isRecovered, setRecovered] = useState(false);
  const [checking, setChecking] = useState<{ isPending: boolean; error: Error | null }>(IDLE);
  const create = useCreatePatient();
  const update = useUpdatePatient();
  const { keyOf, forget } = useRequestKey();
  const duplicates = useDuplicates(draft, { enabled: opened && base === null });

  const start = base === null ? EMPTY_DRAFT : draftOf(base);
  const isDirty = opened && changedFields(draft, start).length > 0;
  const isSaving = create.isPending || update.isPending || checking.isPending;
  const current = currentPatientOf(update.error);
  const mine = current ? rebase(draft, start, draftOf(current)) : draft;

  function begin(patient: PatientSummary | null, typed?: PatientDraft) {
    setBase(patient);
    setDraft(typed ?? (patient === null ? EMPTY_DRAFT : draftOf(patient)));
    setErrors({});
    setLeaving(false);
    setRecovered(typed !== undefined);
    setChecking(IDLE);
    create.reset();
    update.reset();
    duplicates.forget();
    setOpened(true);
  }

  useKeptPatientDraft({ place, content: isDirty ? { base, draft } : undefined, onFound: begin });

  async function saveNew({ anyway }: { anyway: boolean }) {
    const checked = checkDraft(draft, draftFields);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('written' in checked)) return;
    if (!anyway) {
      setChecking({ isPending: true, error: null });
      try {
        const isNobody = await duplicates.confirmNobody();
        setChecking(IDLE);
        if (!isNobody) return;
      } catch (error) {
        setChecking({ isPending: false, error: error as Error });
        return;
      }
    }
    const written = checked.written as WrittenPatient;
    create.mutate(
      { ...written, key: keyOf(written) },
      {
        onSuccess: ({ data }) => {
          forget();
          setOpened(false);
          onCreated?.(data.patient.idUser);
        },
      },
    );
  }

  function saveEdit(from: PatientSummary, next: PatientDraft) {
    const changed = changedFields(next, draftOf(from));
    if (changed.length === 0) return setOpened(false);
    const checked = checkDraft(next, changed);
    setErrors('errors' in checked ? checked.errors : {});
    if (!('written' in checked)) return;
    const edit = { ...checked.written, idUser: from.idUser, version: from.version };
    update.mutate({ ...edit, key: keyOf(edit) }, { onSuccess: () => setOpened(false) });
  }

  return {
    /** Null while a new patient is made. */
    base,
    draft,
    errors,
    opened,
    isSaving,
    isLeaving,
    /** What a lost session had left; it is said once. */
    isRecovered,
    /** The patient as somebody else left them meanwhile; it asks for a decision. */
    current,
    /** What would be saved over them. */
    mine,
    error: checking.error ?? create.error ?? (current ? null : update.error),
    duplicates,
    openNew: () => begin(null),
    openEdit: (patient: PatientSummary) => begin(patient),
    /** Closes, or asks first when something would be lost; closing the question leads back. */
    close: () => {
      if (isSaving) return;
      if (isDirty) setLeaving(!isLeaving);
      else setOpened(false);
    },
    stay: () => setLeaving(false),
    discard: () => setOpened(false),
    edit: (fields: Partial<PatientDraft>) => {
      setDraft({ ...draft, ...fields });
      // What is wrong is said until it is touched.
      setErrors(withoutFields(errors, fields));
    },
    save: () => (base === null ? void saveNew({ anyway: false }) : saveEdit(base, draft)),
    saveAnyway: () => void saveNew({ anyway: true }),
    takeCurrent: () => current && begin(current),
    keepMine: () => {
      if (current === undefined) return;
      setBase(current);
      setDraft(mine);
      saveEdit(current, mine);
    },
  };
}

const IDLE = { isPending: false, error: null };

function withoutFields(errors: DraftErrors, fields: Partial<PatientDraft>): DraftErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in fields)));
}
