import type { prospectsContract } from '@simiente/contract/prospects/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { audited, auditRead, auditView, listedFilter, readShownSet } from '../audit/public.ts';
import { expectPatient } from '../patients/public.ts';
import { convertProspect } from './convert-prospect.ts';
import {
  allPersonIds,
  getPersonIds,
  listAllProspects,
  listProspects,
  listProspectsOfPatient,
  listSimilarProspects,
  notDeleted,
} from './list-prospects.ts';
import { readProspect } from './read-prospect.ts';
import { createProspect, moveProspect, updateProspect } from './save-prospect.ts';

export const prospectCalls: Handlers<typeof prospectsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing of it.
    route: { exposeHeadRoute: false },
    async handle(context) {
      const { db } = context;
      await auditRead(db, context, {
        action: 'prospects.all_read',
        details: { count: await db.$count(prospects, notDeleted) },
        shownSet: await readShownSet(db, allPersonIds),
      });
      return listAllProspects(db);
    },
  },

  list: audited(listProspects, (input, { prospects }) => ({
    action: 'prospects.listed',
    details: { filter: listedFilter(input), count: prospects.length },
    shown: getPersonIds(prospects),
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
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return {
        prospects: await listProspectsOfPatient(db, idUser),
        similar: await listSimilarProspects(db, idUser),
      };
    },
    ({ idUser }, { prospects, similar }) => ({
      action: 'prospects.listed',
      patientId: idUser,
      details: { filter: { idUser }, count: prospects.length + similar.length },
      shown: getPersonIds(similar),
    }),
  ),

  create: idempotent('prospects.create', createProspect, (transaction, context, { id }) =>
    showProspect(transaction, context, id),
  ),

  updateStatus: idempotent(
    'prospects.updateStatus',
    async (transaction, context, { idProspect: id, status, notas: notes, ...fields }) => {
      if (id === '') throw new Problem('PROSPECT_ID_MISSING');
      return updateProspect(transaction, context, { id, status, notes, ...fields });
    },
    showChanged,
  ),

  move: idempotent(
    'prospects.move',
    (transaction, context, { idProspect: id, ...move }) =>
      moveProspect(transaction, context, { id, ...move }),
    showChanged,
  ),

  convert: idempotent(
    'prospects.convert',
    (transaction, context, { idProspect: id, idUser: patientId, ...fields }) =>
      convertProspect(transaction, context, { id, patientId, ...fields }),
    showChanged,
  ),
};

function showChanged(
  transaction: Transaction,
  context: StaffContext,
  _changed: unknown,
  { idProspect }: { readonly idProspect: string },
) {
  return showProspect(transaction, context, idProspect);
}

async function showProspect(transaction: Transaction, context: StaffContext, id: string) {
  const prospect = await readProspect(transaction, id);
  await auditView(transaction, context, {
    action: 'prospect.read',
    subject: { kind: 'prospect', id },
    ...(prospect.patient && { patientId: prospect.patient.idUser }),
  });
  return { prospect };
}
