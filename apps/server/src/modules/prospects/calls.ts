import type { prospectsContract } from '@simiente/contract/prospects/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditRead, auditView, listedFilter, readShownSet } from '../audit/public.ts';
import { convertProspect } from './convert-prospect.ts';
import { createProspect } from './create-prospect.ts';
import {
  allPersonIds,
  listAllProspects,
  listProspects,
  listProspectsOfPatient,
  personsOf,
} from './list-prospects.ts';
import { moveProspect } from './move-prospect.ts';
import { readProspect } from './read-prospect.ts';
import { updateProspect } from './update-prospect.ts';

export const prospectCalls: Handlers<typeof prospectsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing of it.
    route: { exposeHeadRoute: false },
    handle: (context) =>
      listAllProspects(context.db, async (count) =>
        auditRead(context.db, context, {
          action: 'prospects.all_read',
          details: { count },
          shownSet: await readShownSet(context.db, allPersonIds),
        }),
      ),
  },

  list: audited(listProspects, (input, { prospects }) => ({
    action: 'prospects.listed',
    details: { filter: listedFilter(input), count: prospects.length },
    shown: personsOf(prospects),
  })),

  getOne: audited(
    ({ db }, { idProspect }) => readProspect(db, idProspect),
    (_input, { idProspect: id, patient }) => ({
      action: 'prospect.read',
      subject: { kind: 'prospect', id },
      ...(patient && { patientId: patient.idUser }),
    }),
  ),

  ofPatient: audited(
    async ({ db }, { idUser }) => ({ prospects: await listProspectsOfPatient(db, idUser) }),
    ({ idUser }, { prospects: { length: count } }) => ({
      action: 'prospects.listed',
      // The id of an unknown patient is external input, and is not audited.
      ...(count > 0 && { patientId: idUser }),
      details: { filter: { idUser }, count },
    }),
  ),

  create: (context, input) =>
    context.db.transaction(async (transaction) => {
      const { id } = await withIdempotencyKey(
        transaction,
        context,
        { call: 'prospects.create', input },
        () => createProspect(transaction, context, input),
      );
      return showProspect(transaction, context, id);
    }),

  updateStatus: (context, input) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, status, notas: notes, version } = input;
      await withIdempotencyKey(
        transaction,
        context,
        { call: 'prospects.updateStatus', input },
        () => updateProspect(transaction, context, { id, status, notes, version }),
      );
      return showProspect(transaction, context, id);
    }),

  move: (context, input) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, ...move } = input;
      await withIdempotencyKey(transaction, context, { call: 'prospects.move', input }, () =>
        moveProspect(transaction, context, { id, ...move }),
      );
      return showProspect(transaction, context, id);
    }),

  convert: (context, input) =>
    context.db.transaction(async (transaction) => {
      const { idProspect: id, idUser: patientId, ...fields } = input;
      await withIdempotencyKey(transaction, context, { call: 'prospects.convert', input }, () =>
        convertProspect(transaction, context, { id, patientId, ...fields }),
      );
      return showProspect(transaction, context, id);
    }),
};

async function showProspect(transaction: Transaction, context: StaffContext, id: string) {
  const prospect = await readProspect(transaction, id);
  await auditView(transaction, context, {
    action: 'prospect.read',
    subject: { kind: 'prospect', id },
    ...(prospect.patient && { patientId: prospect.patient.idUser }),
  });
  return { prospect };
}
