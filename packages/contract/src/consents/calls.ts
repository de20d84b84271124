import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { consentFields, consentWays, withdrawalReason } from './fields.ts';
import { consentPurposes } from './texts.ts';

/** A patient's consent to one purpose. */
export const consent = z.strictObject({
  purpose: z.literal(consentPurposes),
  /** Version of the accepted text. */
  version: z.string(),
  /** The day on which the patient gave it. */
  givenOn: calendarDay,
  way: z.literal(consentWays),
  recordedAt: isoInstant,
  recordedBy: z.string().nullable(),
  /** Null while it is in force. */
  withdrawnAt: isoInstantOrNull,
  withdrawalReason: z.string().nullable(),
  withdrawnBy: z.string().nullable(),
});
export type Consent = z.infer<typeof consent>;

/** Newest first; at most one is in force for each purpose. */
const patientConsents = success(z.strictObject({ consents: z.array(consent) }));

export const consentsContract = {
  list: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/user/consents',
      summary: 'Los consentimientos de un paciente, por finalidad',
    })
    .input(z.strictObject({ idUser: recordId }))
    .output(patientConsents),
  record: call('consents.edit')
    .route({
      method: 'POST',
      path: '/v1/user/record-consent',
      summary: 'Registra el consentimiento que otorgó un paciente',
    })
    .input(
      z.strictObject({
        idUser: recordId,
        ...consentFields,
        purposes: consentFields.purposes.default(['health_data']),
      }),
    )
    .output(patientConsents),
  withdraw: call('consents.edit')
    .route({
      method: 'POST',
      path: '/v1/user/withdraw-consent',
      summary: 'Retira el consentimiento vigente de un paciente',
    })
    .input(
      z.strictObject({
        idUser: recordId,
        purpose: z.literal(consentPurposes).default('health_data'),
        reason: withdrawalReason,
      }),
    )
    .output(patientConsents),
};
