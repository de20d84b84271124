import * as z from 'zod';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { laboratory } from '../exams/calls.ts';
import { waitingReasons } from './states.ts';
import { reportedFields } from './values.ts';

export const receivedStates = ['waiting', 'assigned', 'discarded'] as const;

/** A laboratory's result that was not assigned to a patient, with the evidence for the right one. */
export const receivedResult = z.strictObject({
  idReceived: recordId,
  state: z.literal(receivedStates),
  source: z.literal(['csv', 'hl7']),
  laboratory: laboratory.nullable(),
  examType: z.string(),
  reason: z.literal(waitingReasons),
  /** Evidence in the laboratory's words; null if it sent none. */
  evidence: z.strictObject({
    patient: z.string().nullable(),
    name: z.string().nullable(),
    birthDate: z.string().nullable(),
    folio: z.string().nullable(),
    /** The file and the line, or the message. */
    where: z.string().nullable(),
  }),
  collectedAt: isoInstantOrNull,
  collectedTimeKnown: z.boolean(),
  receivedAt: isoInstant,
  critical: z.array(z.string()),
  values: z.array(
    z.strictObject({
      ...reportedFields,
      laboratoryFlag: z.string().nullable(),
      preliminary: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  /** Existing results to compare with; null without such results, and once the received result is handled. */
  against: z
    .strictObject({
      idResultSet: recordId,
      patient: z.strictObject({ idUser: recordId, name: z.string() }),
      values: z.array(z.strictObject(reportedFields)),
    })
    .nullable(),
  /** The patient, once the result is assigned. */
  patient: z.strictObject({ idUser: recordId, name: z.string() }).nullable(),
  idResultSet: recordId.nullable(),
  version: z.int().min(1),
});
export type ReceivedResult = z.infer<typeof receivedResult>;

/** A possible patient, with the matching evidence. */
const candidate = z.strictObject({
  idUser: recordId,
  name: z.string(),
  birthDate: z.string().nullable(),
  sameId: z.boolean(),
  sameFolio: z.boolean(),
  sameName: z.boolean(),
  sameBirthDate: z.boolean(),
});
export type ReceivedCandidate = z.infer<typeof candidate>;

const receivedInput = z.strictObject({ idReceived: recordId, version: editedVersion });

export const receivedResultsContract = {
  list: call('results.receive')
    .get('/v1/result/received', 'Resultados de laboratorios sin paciente, el más reciente primero')
    .input({
      state: z.literal(['waiting', 'discarded']).default('waiting'),
      ...pageInput,
    })
    .output({ received: z.array(receivedResult), ...pageOutput }),
  candidates: call('results.receive')
    .get(
      '/v1/result/received-candidates',
      'Los pacientes que podrían ser el de un resultado recibido',
    )
    .input({
      idReceived: recordId,
      /** Only this patient, even if the identifiers of the message match another one. */
      idUser: recordId.optional(),
    })
    .output({ patients: z.array(candidate) }),
  assign: call('results.receive')
    .post(
      '/v1/result/assign-received',
      'Asigna a su paciente un resultado recibido, que queda capturado en su expediente',
    )
    .input(
      receivedInput.extend({
        idUser: recordId,
        idOrder: recordId.optional(),
        /** The patient's result set that gets the values; absent to enter them as another sample. */
        idResultSet: recordId.optional(),
      }),
    )
    .output({ received: receivedResult }),
  discard: call('results.receive')
    .post('/v1/result/discard-received', 'Descarta un resultado recibido; se puede deshacer')
    .input(receivedInput)
    .output({ received: receivedResult }),
  restore: call('results.receive')
    .post('/v1/result/restore-received', 'Deshace el descarte de un resultado recibido')
    .input(receivedInput)
    .output({ received: receivedResult }),
};
