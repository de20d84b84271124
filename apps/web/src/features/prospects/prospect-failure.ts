import { type Prospect, prospect } from '@simiente/contract/prospects/calls';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';

export const NO_ID = 'ID del prospecto no encontrado';

/** The sentences of the specification, section 8. */
export function updateFailure(error: Error): { readonly title: string; readonly detail?: string } {
  if (!(error instanceof ApiFailure)) return { title: 'Error al actualizar el prospecto' };
  if (error.source === 'answer') return { title: error.message };
  return {
    title: error.source === 'wordless' ? 'Error al actualizar' : 'Error al actualizar el prospecto',
    detail: error.message,
  };
}

/** The current prospect, if a change was refused because another user changed it. */
export function parseCurrentProspect(error: Error | null): Prospect | undefined {
  return prospect.safeParse(staleDetails(error)).data;
}
