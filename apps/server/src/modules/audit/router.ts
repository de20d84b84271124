import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from './public.ts';
import { listAccesses, listOwnActivity } from './read-trail.ts';

const audit = authenticated.audit;

export const auditRouter = {
  accesses: audit.accesses.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listAccesses(transaction, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'patient.accesses_read',
        subject: { kind: 'patient', id: input.idUser },
        patientId: input.idUser,
        details: { count: data.entries.length, continued: input.cursor !== undefined },
      });
      return { status: 200, data };
    }),
  ),

  ownActivity: audit.ownActivity.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listOwnActivity(transaction, context.actor.id, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'account.activity_read',
        subject: { kind: 'staff', id: context.actor.id },
        details: { count: data.entries.length, continued: input.cursor !== undefined },
      });
      return { status: 200, data };
    }),
  ),
};
