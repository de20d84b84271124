import type { consentsContract } from '@simiente/contract/consents/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { partOfPatient } from '../patients/public.ts';
import { readConsents, recordConsent, withdrawConsent } from './consents.ts';

const { list, show } = partOfPatient('patient.consents_read', async (db, idUser) => ({
  consents: await readConsents(db, idUser),
}));

export const consentCalls: Handlers<typeof consentsContract> = {
  list,
  record: idempotent('consents.record', recordConsent, show),
  withdraw: idempotent('consents.withdraw', withdrawConsent, show),
};
