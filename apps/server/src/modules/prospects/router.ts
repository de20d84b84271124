import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { convertProspect } from './convert-prospect.ts';
import { listProspectsOfPatient } from './list-prospects.ts';
import { moveProspect } from './move-prospect.ts';
import { readProspect } from './read-prospect.ts';
import { updateProspect } from './update-prospect.ts';

const prospects = authenticated.prospects;

export const prospectsRouter = {
  getOne: prospects.getOne.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readProspect(transaction, input.idProspect);
      await recordAudit(transaction, context, {
        action: 'prospect.read',
        subject: { kind: 'prospect', id: data.idProspect },
        ...(data.patient && { patientId: data.patient.idUser }),
      });
      return { status: 200, data };
    }),
  ),

  ofPatient: prospects.ofPatient.handler(({ context, input: { idUser } }) =>
    context.db.transaction(async (transaction) => {
      const found = await listProspectsOfPatient(transaction, idUser);
      await recordAudit(transaction, context, {
        action: 'prospects.listed',
        // Only of who is there: whoever asks may have made the id up.
        ...(found.length > 0 && { patientId: idUser }),
        details: { filter: { idUser }, count: found.length },
      });
      return { status: 200, data: { prospects: found } };
    }),
  ),

  updateStatus: prospects.updateStatus.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, status, notas: notes, version } = input;
      await once(transaction, context, { call: 'prospects.updateStatus', input }, () =>
        updateProspect(transaction, context, { id, status, notes, version }),
      );
      return { status: 200, data: await showProspect(transaction, context, id) };
    }),
  ),

  move: prospects.move.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, ...move } = input;
      await once(transaction, context, { call: 'prospects.move', input }, () =>
        moveProspect(transaction, context, { id, ...move }),
      );
      return { status: 200, data: await showProspect(transaction, context, id) };
    }),
  ),

  convert: prospects.convert.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, idUser: patientId, ...fields } = input;
      await once(transaction, context, { call: 'prospects.convert', input }, () =>
        convertProspect(transaction, context, { id, patientId, ...fields }),
      );
      return { status: 200, data: await showProspect(transaction, context, id) };
    }),
  ),
};

/** A prospect as an edit answers them. */
async function showProspect(transaction: Transaction, context: StaffContext, id: string) {
  const prospect = await readProspect(transaction, id);
  await recordLook(transaction, context, {
    action: 'prospect.read',
    subject: { kind: 'prospect', id },
    ...(prospect.patient && { patientId: prospect.patient.idUser }),
  });
  return { prospect };
}
