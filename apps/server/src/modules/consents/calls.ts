import type { consentsContract } from '@simiente/contract/consents/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../audit/public.ts';
import { expectPatient } from '../patients/public.ts';
import { readConsents, recordConsent, withdrawConsent } from './consents.ts';

export const consentCalls: Handlers<typeof consentsContract> = {
  list: audited(
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return { consents: await readConsents(db, idUser) };
    },
    ({ idUser }) => toReadEntry(idUser),
  ),

  record: idempotent('consents.record', recordConsent, showConsents),
  withdraw: idempotent('consents.withdraw', withdrawConsent, showConsents),
};

function toReadEntry(id: string) {
  return {
    action: 'patient.consents_read',
    subject: { kind: 'patient', id },
    patientId: id,
  } as const;
}

async function showConsents(
  transaction: Transaction,
  context: StaffContext,
  _changed: unknown,
  { idUser: id }: { readonly idUser: string },
) {
  await expectPatient(transaction, id);
  await auditView(transaction, context, toReadEntry(id));
  return { consents: await readConsents(transaction, id) };
}
