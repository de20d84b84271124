import type { Prospect } from '@simiente/contract/prospects';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useKeptDraft } from '../session/public.ts';
import { refreshProspects, replaceProspect } from './prospect-cache.ts';
import { changedFields, draftOf, type ProspectDraft, rebase } from './prospect-draft.ts';
import { currentProspectOf, saveProspect } from './save-prospect.ts';

export type ProspectEdit = ReturnType<typeof useProspectEdit>;

/** The prospect whom an edit began from (others may change them meanwhile), and what is written of them. */
interface Content {
  readonly base: Prospect;
  readonly draft: ProspectDraft;
}

/**
 * The edit of a prospect's status and notes: whom it began from, what the fields hold, and what came
 * of saving.
 *
 * @param place names the form, so that what a lost session leaves in it comes back there
 */
export function useProspectEdit(place: string) {
  const cache = useQueryClient();
  const [content, setContent] = useState<Content | null>(null);
  const [isRecovered, setRecovered] = useState(false);
  const { keyOf, forget } = useRequestKey();
  const saving = useMutation({
    mutationFn: saveProspect,
    onSuccess: async (saved) => {
      await replaceProspect(cache, saved);
      void refreshProspects(cache);
      notifySuccess('Cambios guardados');
    },
    onError: async (error) => {
      const current = currentProspectOf(error);
      if (current) await replaceProspect(cache, current);
    },
  });

  const start = content && draftOf(content.base);
  const isDirty =
    content !== null && start !== null && changedFields(content.draft, start).length > 0;
  const current = currentProspectOf(saving.error);
  const mine =
    content && current ? rebase(content.draft, draftOf(content.base), draftOf(current)) : null;

  function begin(base: Prospect, draft: ProspectDraft = draftOf(base)) {
    setContent({ base, draft });
    setRecovered(false);
    saving.reset();
    forget();
  }

  const { kept, keep } = useKeptDraft<Content>(`prospect ${place}`);
  useEffect(() => keep(isDirty ? content : undefined));
  const reopen = useEffectEvent(() => {
    if (kept === undefined) return;
    begin(kept.base, kept.draft);
    setRecovered(true);
  });
  useEffect(() => reopen(), []);

  function save(base: Prospect, draft: ProspectDraft) {
    if (saving.isPending) return;
    // Also one that nobody touched: 'Sin estado' becomes what the form shows.
    if (draft.status === base.status && draft.notes === base.notes) return setContent(null);
    const edit = { idProspect: base.idProspect, version: base.version, draft };
    saving.mutate({ ...edit, key: keyOf(edit) }, { onSuccess: () => setContent(null) });
  }

  return {
    /** Null while nobody is edited. */
    base: content?.base ?? null,
    draft: content?.draft ?? null,
    isDirty,
    isSaving: saving.isPending,
    /** What a lost session had left. */
    isRecovered,
    /** The prospect as somebody else left them meanwhile; it asks for a decision. */
    current,
    /** What would be saved over them. */
    mine,
    error: current ? null : saving.error,
    begin: (prospect: Prospect) => begin(prospect),
    /** Leaves status and notes as the prospect has them. */
    cancel: () => !saving.isPending && setContent(null),
    change: (fields: Partial<ProspectDraft>) =>
      setContent(content && { ...content, draft: { ...content.draft, ...fields } }),
    save: () => content && save(content.base, content.draft),
    takeCurrent: () => current && begin(current),
    keepMine: () => {
      if (current === undefined || mine === null) return;
      setContent({ base: current, draft: mine });
      save(current, mine);
    },
  };
}
