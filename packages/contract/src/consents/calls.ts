import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { consentFields, consentWays, withdrawalReason } from './fields.ts';
import { consentPurposes } from './texts.ts';

/** A patient's consent to one purpose. */
export const consent = z.strictObject({
  purpose: z.literal(consentPurposes),
  /** Version of the accepted text. */
  version: z.string(),
  /** The day on which the patient gave the consent. */
  givenOn: calendarDay,
  way: z.literal(consentWays),
  recordedAt: isoInstant,
  recordedBy: z.string().nullable(),
  /** Null while the consent is in force. */
  withdrawnAt: isoInstantOrNull,
  withdrawalReason: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
});
export type Consent = z.infer<typeof consent>;

/** The consents in answers are newest first. At most one consent to a purpose is in force. */
export const consentsContract = {
  list: call('patients.read')
    .get('/v1/user/consents', 'Los consentimientos de un paciente, por finalidad')
    .input({ idUser: recordId })
    .output({ consents: z.array(consent) }),
  record: call('consents.edit')
    .post('/v1/user/record-consent', 'Registra el consentimiento que otorgó un paciente')
    .input({
      idUser: recordId,
      ...consentFields,
      purposes: consentFields.purposes.default(['health_data']),
    })
    .output({ consents: z.array(consent) }),
  withdraw: call('consents.edit')
    .post('/v1/user/withdraw-consent', 'Retira el consentimiento vigente de un paciente')
    .input({
      idUser: recordId,
      purpose: z.literal(consentPurposes).default('health_data'),
      reason: withdrawalReason,
    })
    .output({ consents: z.array(consent) }),
};
