import type { LogoField, Partner } from '@simiente/contract/partners';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFormAlert } from '../../ui/toasts/use-form-alert.ts';
import { useKeptDraft } from '../session/public.ts';
import { logoRefusal, ONLY_IMAGES } from './logo-file.ts';
import {
  changedFields,
  checkDraft,
  type DraftErrors,
  draftFields,
  draftOf,
  EMPTY_DRAFT,
  type PartnerDraft,
  rebase,
} from './partner-draft.ts';
import { fieldErrorsOf } from './save-partner.ts';
import { useSavePartner } from './use-save-partner.ts';

export type PartnerForm = ReturnType<typeof usePartnerForm>;

/** What is typed, and the partner from which it began; null for a new one. */
interface Kept {
  readonly base: Partner | null;
  readonly draft: PartnerDraft;
}

/**
 * The state of the form that makes or edits a partner: what its fields hold, what is wrong with them,
 * and what came of saving.
 *
 * @param partner the one to edit, as it was when the form was opened; null for a new one
 * @param onSaved leaves the page; nothing is unsaved by then
 */
export function usePartnerForm(partner: Partner | null, onSaved: (partner: Partner) => void) {
  const { kept, keep } = useKeptDraft<Kept>(`partner ${partner?.idPartner ?? 'new'}`);
  const [base, setBase] = useState(kept?.base ?? partner);
  const [draft, setDraft] = useState(kept?.draft ?? (base === null ? EMPTY_DRAFT : draftOf(base)));
  const [errors, setErrors] = useState<DraftErrors>({});
  const done = useRef(false);
  const alert = useFormAlert();

  const start = base === null ? EMPTY_DRAFT : draftOf(base);
  const isDirty = changedFields(draft, start).length > 0;
  useEffect(() => keep(isDirty && !done.current ? { base, draft } : undefined));

  const saving = useSavePartner({
    onSaved: (saved, wasNew) => {
      done.current = true;
      notifySuccess(wasNew ? 'Partner creado exitosamente' : 'Cambios guardados');
      onSaved(saved);
    },
    onFailed: (error, { base: from }) => {
      const failure = error instanceof ApiFailure ? error : undefined;
      // That one asks for a decision, which is on the screen.
      if (failure?.code === 'STALE_VERSION') return;
      const found = failure ? fieldErrorsOf(failure) : {};
      setErrors(found);
      const [title, detail] = describeFailure(failure, from === null ? 'crear' : 'guardar');
      alert.tell(title, detail === undefined ? {} : { detail });
    },
  });
  const { current } = saving;
  const mine = current ? rebase(draft, start, draftOf(current)) : draft;

  function save(from: Partner | null, next: PartnerDraft) {
    const changed = from === null ? draftFields : changedFields(next, draftOf(from));
    const { errors: found, alert: refusal } = checkDraft(next, changed);
    setErrors(found);
    if (refusal === undefined) alert.clear();
    else alert.tell(refusal);
    if (Object.keys(found).length > 0) return;
    if (from !== null && changed.length === 0) {
      done.current = true;
      return onSaved(from);
    }
    saving.save({ draft: next, base: from, changed });
  }

  function edit(fields: Partial<PartnerDraft>) {
    setDraft((before) => ({ ...before, ...fields }));
    // What is wrong is said until it is touched.
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field in fields))),
    );
  }

  return {
    base,
    draft,
    errors,
    /** Of the images that are on their way, from 0 to 1. */
    share: saving.share,
    isSaving: saving.isSaving,
    isRecovered: kept !== undefined,
    current,
    mine,
    /** Whether leaving loses something; once it is saved nothing does. */
    isDirty: () => isDirty && !done.current,
    edit,
    pickLogo: (field: LogoField, files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      const refusal = files.length > 1 ? 'Elige una sola imagen.' : logoRefusal(file);
      if (refusal === undefined) return edit({ [field]: file });
      setErrors((before) => ({ ...before, [field]: refusal }));
      if (refusal === ONLY_IMAGES) {
        alert.tell(ONLY_IMAGES, { detail: 'Son PNG, JPEG o WebP, de 5 MB como máximo.' });
      }
    },
    save: () => save(base, draft),
    cancelUpload: saving.cancel,
    takeCurrent: () => {
      if (!current) return;
      setBase(current);
      setDraft(draftOf(current));
      setErrors({});
      saving.reset();
    },
    keepMine: () => {
      if (!current) return;
      setBase(current);
      setDraft(mine);
      save(current, mine);
    },
  };
}

/** The specification's words for what could not be saved. 'Guardar' tries again: it is still there. */
function describeFailure(
  failure: ApiFailure | undefined,
  verb: 'crear' | 'guardar',
): [title: string, detail?: string] {
  const title = `Error al ${verb} el partner`;
  switch (failure?.source) {
    case 'answer':
      return [`${title}: ${failure.message}`];
    case 'wordless':
      return [`${title}: Error desconocido`, failure.message];
    case 'silence':
      return [title, failure.message];
    default:
      return [title];
  }
}
