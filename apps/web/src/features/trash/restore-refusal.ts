import { missingParents, restoreOverlap, type TrashEntry } from '@simiente/contract/trash';
import { ApiFailure } from '../../lib/api/failure.ts';

/** Why records did not come back, with the names of those that it is about. */
export function describeRefusal(error: Error, entries: readonly TrashEntry[]): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'RESTORE_OVERLAP') {
    const idUser = restoreOverlap.safeParse(error.details).data?.idUser;
    const patient = entries.find(({ id }) => id === idUser);
    return patient
      ? `El médico ya tiene otra cita a la hora de una de ${patient.name}. Muévela y vuelve a intentarlo.`
      : error.message;
  }
  if (error.code === 'RESTORE_PARENT_DELETED') {
    const found = missingParents.safeParse(error.details).data?.parents ?? [];
    const [first] = found;
    if (first === undefined || found.length > 1) return error.message;
    const owner = first.kind === 'patient' ? 'al paciente' : 'el partner';
    return `También está en la Papelera ${first.name}: restaura primero ${owner}, o los dos juntos.`;
  }
  return error.message;
}
