import type { Partner } from '@simiente/contract/partners';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { changeRows } from '../records/public.ts';
import type { DraftField, PartnerDraft } from './partner-draft.ts';
import { partnerList } from './partner-list.ts';
import { createPartner, currentPartnerOf, requestOf, updatePartner } from './save-partner.ts';

interface Saving {
  readonly draft: PartnerDraft;
  /** Of which partner; null for a new one. */
  readonly base: Partner | null;
  readonly changed: readonly DraftField[];
}

/** Saves the form, tells how far its images are, and can be called off. */
export function useSavePartner({
  onSaved,
  onFailed,
}: {
  onSaved: (partner: Partner, wasNew: boolean) => void;
  onFailed: (error: Error, saving: Saving) => void;
}) {
  const cache = useQueryClient();
  const [share, setShare] = useState(0);
  const controller = useRef(new AbortController());
  const { keyOf, forget } = useRequestKey();

  const mutation = useMutation({
    mutationFn: ({ draft, base, changed }: Saving) => {
      const key = keyOf(requestOf(draft, base?.version ?? 0));
      const sending = { key, onProgress: setShare, signal: controller.current.signal };
      return base === null
        ? createPartner(draft, sending)
        : updatePartner(base, draft, changed, sending);
    },
    onSuccess: async (partner, { base }) => {
      forget();
      await showPartner(partner);
      onSaved(partner, base === null);
    },
    onError: async (error, saving) => {
      const current = currentPartnerOf(error);
      if (current) await showPartner(current);
      // What was called off may have arrived all the same.
      if (controller.current.signal.aborted) return refreshLists();
      if (error instanceof ApiFailure && error.code === 'UNAUTHORIZED') return;
      onFailed(error, saving);
    },
  });

  /** A partner as the server has just told it takes the place of the one on every screen. */
  async function showPartner(partner: Partner) {
    const one = queries.partners.getOne.queryKey({ input: { idPartner: partner.idPartner } });
    await cache.cancelQueries({ queryKey: one });
    cache.setQueryData(one, { status: 200, data: { partner } });
    changeRows(cache, partnerList, (row) => (row.idPartner === partner.idPartner ? partner : row));
    refreshLists();
  }

  function refreshLists() {
    void cache.invalidateQueries({ queryKey: partnerList.listsKey });
  }

  return {
    isSaving: mutation.isPending,
    /** From 0 to 1. */
    share,
    save: (saving: Saving) => {
      // One for all the attempts that this takes: what was called off is not tried again.
      controller.current = new AbortController();
      setShare(0);
      mutation.mutate(saving);
    },
    /** The partner as somebody else left it meanwhile; it asks for a decision. */
    current: currentPartnerOf(mutation.error),
    reset: mutation.reset,
    cancel: () => controller.current.abort(),
  };
}
