import type { ComponentType } from 'react';
import { lazyDialog } from '../../../lib/lazy-dialog.ts';
import type { LoadPart } from '../../../lib/lazy-on-use.ts';
import { useHasDraft } from './use-draft-recovery.ts';

/** The form of a dialog, whose code is loaded when it is requested or a draft is recovered. */
export function lazyForm<Props extends { draft: string; requested: unknown }>(
  load: LoadPart<Props>,
): ComponentType<Props> {
  return lazyDialog(load, useIsWanted);
}

function useIsWanted({ draft, requested }: { draft: string; requested: unknown }): boolean {
  return useHasDraft(draft) || requested !== null;
}
