import type { auditContract } from '@simiente/contract/audit/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { requireOwnPatient } from '../appointments/public.ts';
import { audited } from './audit-read.ts';
import { getPersonIds } from './reading/exported-list.ts';
import { listActors, listAudit } from './reading/read-audit.ts';
import { readAuditState } from './reading/read-state.ts';
import { listAccesses, listOwnActivity } from './reading/read-trail.ts';

export const auditCalls: Handlers<typeof auditContract> = {
  accesses: audited(
    async (context, input) => {
      await requireOwnPatient(context.db, context.actor, input.idUser, 'accesses.readAll');
      return listAccesses(context, input);
    },
    ({ idUser: id, cursor }, { entries }) => ({
      action: 'patient.accesses_read',
      subject: { kind: 'patient', id },
      patientId: id,
      details: { count: entries.length, continued: cursor !== undefined },
    }),
  ),

  list: audited(
    ({ db, cursors, clinicTimeZone: timeZone }, input) =>
      listAudit(db, input, { cursors, timeZone }),
    ({ cursor, limit: _limit, ...filter }, { rows }) => ({
      action: 'audit.listed',
      ...(filter.idUser !== undefined && { patientId: filter.idUser }),
      details: { filter, count: rows.length, continued: cursor !== undefined },
      shown: rows.flatMap(({ subject, patient }) =>
        getPersonIds(subject, patient && { id: patient.idUser }),
      ),
    }),
  ),

  actors: audited(
    async ({ db }) => ({ actors: await listActors(db) }),
    (_input, { actors }) => ({ action: 'staff.listed', details: { count: actors.length } }),
  ),

  // Not audited: it shows the state of the chain and no personal data.
  state: ({ db }) => readAuditState(db),

  ownActivity: audited(
    ({ db, actor, cursors }, input) => listOwnActivity(db, actor.id, input, cursors),
    ({ cursor }, { entries }, { actor }) => ({
      action: 'account.activity_read',
      subject: { kind: 'staff', id: actor.id },
      details: { count: entries.length, continued: cursor !== undefined },
      shown: entries.flatMap(({ subject, patient }) =>
        getPersonIds(subject, patient && { id: patient.idUser }),
      ),
    }),
  ),
};
