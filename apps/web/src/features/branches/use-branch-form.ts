import type { Branch } from '@simiente/contract/branches';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { useFormAlert } from '../../ui/toasts/use-form-alert.ts';
import { useKeptDraft } from '../session/public.ts';
import {
  allFields,
  type BranchDraft,
  changedFields,
  type DraftErrors,
  draftOf,
  EMPTY_DRAFT,
  rebase,
  refuseDraft,
  splitPair,
  type WrittenBranch,
  writtenOf,
} from './branch-draft.ts';
import { currentBranchOf, useCreateBranch, useUpdateBranch } from './save-branch.ts';

export type BranchForm = ReturnType<typeof useBranchForm>;

interface BranchFormOptions {
  readonly partner: { readonly idPartner: string; readonly name: string };
  /** The branch that is edited; null for a new one. */
  readonly branch: Branch | null;
  /** Called once it is saved, or when there was nothing to save. */
  readonly onDone: (saved: Branch | null) => void;
}

const startOf = (branch: Branch | null) => (branch === null ? EMPTY_DRAFT : draftOf(branch));

/**
 * The state of the form of a branch, or of a new one: the one it was opened with (others may change it
 * meanwhile), what the fields hold, and what came of saving.
 */
export function useBranchForm({ partner, branch, onDone }: BranchFormOptions) {
  const { kept, keep } = useKeptDraft<{ base: Branch | null; draft: BranchDraft }>(
    JSON.stringify(['branch', partner.idPartner, branch?.idBranch]),
  );
  const [base, setBase] = useState(kept === undefined ? branch : kept.base);
  const [draft, setDraft] = useState<BranchDraft>(() => kept?.draft ?? startOf(branch));
  const [errors, setFound] = useState<DraftErrors>({});
  /** What is wrong with a field is said until somebody touches it. */
  const [touched, setTouched] = useState<readonly string[]>([]);
  const isDone = useRef(false);
  const alert = useFormAlert();
  const { keyOf, forget } = useRequestKey();
  const creation = useCreateBranch();
  const update = useUpdateBranch();
  const failure = creation.error ?? update.error;
  const current = currentBranchOf(update.error);
  const start = startOf(base);
  const isChanged = changedFields(draft, start).length > 0;
  const mine = current ? rebase(draft, start, draftOf(current)) : draft;

  useEffect(() => keep(isChanged && !isDone.current ? { base, draft } : undefined));

  function finish(saved: Branch | null) {
    isDone.current = true;
    forget();
    onDone(saved);
  }

  function setErrors(found: DraftErrors) {
    setFound(found);
    setTouched([]);
  }

  /** Says what went wrong; the fields stay as they are. */
  function fail(title: string, error: Error) {
    setErrors(errorsOf(error));
    if (currentBranchOf(error)) return;
    alert.tell(title, { detail: error.message });
  }

  function saveEdit(from: Branch, next: BranchDraft) {
    const changed = changedFields(next, draftOf(from));
    if (changed.length === 0) return finish(null);
    if (isRefused(next, changed)) return;
    const { idBranch, version } = from;
    update.mutate(
      { idBranch, version, written: writtenOf(next, changed) },
      { onSuccess: finish, onError: (error) => fail('Error al guardar la sucursal', error) },
    );
  }

  function saveNew() {
    if (isRefused(draft, allFields)) return;
    const written = writtenOf(draft, allFields) as WrittenBranch;
    creation.mutate(
      { partner, written, key: keyOf(written) },
      { onSuccess: finish, onError: (error) => fail('Error al crear la sucursal', error) },
    );
  }

  function isRefused(next: BranchDraft, looked: readonly (keyof BranchDraft)[]): boolean {
    const refusal = refuseDraft(next, looked);
    setErrors(refusal?.errors ?? {});
    if (refusal === null) alert.clear();
    else alert.tell(refusal.message);
    return refusal !== null;
  }

  return {
    base,
    draft,
    /** As they were found: the same object until the next saving. */
    errors,
    errorOf: (field: keyof DraftErrors) => (touched.includes(field) ? undefined : errors[field]),
    isSaving: creation.isPending || update.isPending,
    /** Read when somebody leaves: what is saved by then is not lost. */
    isDirty: () => isChanged && !isDone.current,
    /** Why it was not saved, unless that asks for a decision. */
    failure: current === undefined ? failure : null,
    /** The branch as somebody else left it meanwhile; it asks for a decision. */
    current,
    /** What would be saved over it. */
    mine,
    edit: (fields: Partial<BranchDraft>) => {
      const next = { ...fields, ...splitPair(fields.lat ?? fields.lng ?? '') };
      setDraft({ ...draft, ...next });
      setTouched([...touched, ...Object.keys(next)]);
    },
    submit: () => (base === null ? saveNew() : saveEdit(base, draft)),
    takeCurrent: () => {
      if (current === undefined) return;
      setBase(current);
      setDraft(draftOf(current));
      setErrors({});
      update.reset();
    },
    keepMine: () => {
      if (current === undefined) return;
      setBase(current);
      setDraft(mine);
      saveEdit(current, mine);
    },
    /** What stood in the way is gone: it may be tried again. */
    forgetFailure: () => {
      creation.reset();
      update.reset();
    },
  };
}

/** What a refusal says of single fields. */
function errorsOf(error: Error): DraftErrors {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(
    error.issues.flatMap(({ path, message }) => {
      const field = fieldAt(path);
      return field === undefined ? [] : [[field, message]];
    }),
  );
}

function fieldAt(path: string): string | undefined {
  if (path.startsWith('location.')) return path.slice('location.'.length);
  if (path.startsWith('exam_available')) return 'exams';
  return allFields.find((field) => field === path);
}
