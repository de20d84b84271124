import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { consentFields, consentWays, withdrawalReason } from './fields.ts';

/** A patient's consent to the processing of health data. */
export const consent = z.strictObject({
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

/** Newest first; at most the first is in force. */
const patientConsents = success(z.strictObject({ consents: z.array(consent) }));

export const consentsContract = {
  list: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/user/consents',
      summary: 'Los consentimientos de un paciente para tratar sus datos de salud',
    })
    .input(z.strictObject({ idUser: recordId }))
    .output(patientConsents),
  record: call('consents.edit')
    .route({
      method: 'POST',
      path: '/v1/user/record-consent',
      summary: 'Registra el consentimiento que otorgó un paciente',
    })
    .input(z.strictObject({ idUser: recordId, ...consentFields }))
    .output(patientConsents),
  withdraw: call('consents.edit')
    .route({
      method: 'POST',
      path: '/v1/user/withdraw-consent',
      summary: 'Retira el consentimiento vigente de un paciente',
    })
    .input(z.strictObject({ idUser: recordId, reason: withdrawalReason }))
    .output(patientConsents),
};
