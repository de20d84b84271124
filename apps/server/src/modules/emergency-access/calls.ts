import type { emergencyAccessContract } from '@simiente/contract/emergency-access/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../audit/public.ts';
import { listRecent, openEmergencyAccess } from './emergency-access.ts';

export const emergencyAccessCalls: Handlers<typeof emergencyAccessContract> = {
  open: idempotent(
    'emergencyAccess.open',
    openEmergencyAccess,
    async (transaction, context, until) => {
      await auditView(transaction, context, { action: 'request.without_effect' });
      return { until };
    },
  ),

  recent: audited(
    async ({ db, actor }) => ({ accesses: await listRecent(db, actor) }),
    (_input, { accesses }) => ({
      action: 'emergency_accesses.listed',
      details: { count: accesses.length },
      shown: accesses.map(({ idUser }) => idUser),
    }),
  ),
};
