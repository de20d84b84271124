import * as z from 'zod';
import { call, success } from './common/call.ts';
import { recordId } from './common/ids.ts';

export const LARGEST_DELETION = 1000;

/** A repeated id counts once. */
const ids = z.array(recordId).min(1).max(LARGEST_DELETION);

/** Deletion of any kind of record, to the bin, and back; all the ids or none. */
export const trashContract = {
  delete: call
    .route({
      method: 'POST',
      path: '/v1/user/delete',
      summary: 'Envía a la papelera pacientes, partners, sucursales o prospectos',
    })
    .input(z.strictObject({ idUsers: ids }))
    .output(success(z.strictObject({ deleted: z.int().min(1) }))),
  restore: call
    .route({
      method: 'POST',
      path: '/v1/trash/restore',
      summary: 'Recupera de la papelera lo que se eliminó',
    })
    .input(z.strictObject({ ids }))
    .output(success(z.strictObject({ restored: z.int().min(1) }))),
};
