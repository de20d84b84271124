import { type Prospect, prospect as prospectShape } from '@simiente/contract/prospects';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { type ProspectDraft, writtenOf } from './prospect-draft.ts';

export const NO_ID = 'ID del prospecto no encontrado';

export interface ProspectSave {
  /** Missing where an answer has a prospect without one. */
  readonly idProspect: string | undefined;
  readonly draft: ProspectDraft;
  /** The version that the edit was made from. */
  readonly version: number;
  /** Names the change, so that sending it again does nothing twice. */
  readonly key: string;
}

/** @throws ApiFailure, also when somebody else was first */
export async function saveProspect({
  key,
  draft,
  idProspect,
  version,
}: ProspectSave): Promise<Prospect> {
  if (!idProspect) throw new ApiFailure('NOT_FOUND', NO_ID);
  const written = writtenOf(draft);
  try {
    const { data } = await api.prospects.updateStatus(
      { idProspect, version, ...written },
      { context: { idempotencyKey: key } },
    );
    return data.prospect;
  } catch (error) {
    const current = currentProspectOf(error as Error);
    // Somebody has done the very same meanwhile: there is nothing left to choose.
    if (current?.status === written.status && current.notes === (written.notas ?? '')) {
      return current;
    }
    throw error;
  }
}

/** The prospect as somebody else left them, when that is what a change was refused for. */
export function currentProspectOf(error: Error | null): Prospect | undefined {
  return prospectShape.safeParse(staleDetails(error)).data;
}

/** What is said of a change that failed, and what there is to add. */
export function updateFailure(error: Error): { readonly title: string; readonly detail?: string } {
  if (!(error instanceof ApiFailure)) return { title: 'Error al actualizar el prospecto' };
  if (error.source === 'answer') return { title: error.message };
  return {
    title: error.source === 'wordless' ? 'Error al actualizar' : 'Error al actualizar el prospecto',
    detail: error.message,
  };
}

/** The prospect with whom they became, when somebody else was first to convert them. */
export function convertedProspectOf(error: Error): Prospect | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'PROSPECT_CONVERTED') return undefined;
  const { current } = { current: undefined, ...(error.details as object | undefined) };
  return prospectShape.safeParse(current).data;
}
