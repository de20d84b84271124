import * as z from 'zod';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { editedVersion } from '../common/versions.ts';
import { laboratory } from '../exams/calls.ts';
import { reportedFields } from './reported-value.ts';

/** Why a received result waits. */
export const waitingReasons = [
  'unknown-patient',
  'unknown-folio',
  'bare-folio',
  'folio-of-another',
  'folio-not-asked',
  'patient-differs',
  'other-values',
  'maybe-repeated',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

export const waitingReasonWords: Readonly<Record<WaitingReason, string>> = {
  'unknown-patient': 'Ningún paciente tiene ese identificador.',
  'unknown-folio': 'Ninguna orden tiene ese folio.',
  'bare-folio': 'El folio no está escrito completo, como OE-000123.',
  'folio-of-another': 'El folio es de la orden de otro paciente.',
  'folio-not-asked': 'La orden de ese folio es de otro laboratorio, o no pide este estudio.',
  'patient-differs':
    'El nombre o la fecha de nacimiento no son los del paciente de ese folio o identificador.',
  'other-values':
    'Ya hay resultados de este paciente, estudio, laboratorio y fecha, con otros valores.',
  'maybe-repeated':
    'Sin la fecha de la toma no se sabe si es otra muestra o el mismo resultado otra vez.',
};

export const receivedStates = ['waiting', 'assigned', 'discarded'] as const;

/** A result of a laboratory that no patient could be found for, with what it said of whose it is. */
export const receivedResult = z.strictObject({
  idReceived: recordId,
  state: z.literal(receivedStates),
  source: z.literal(['csv', 'hl7']),
  laboratory: laboratory.nullable(),
  examType: z.string(),
  reason: z.literal(waitingReasons),
  /** As the laboratory wrote it; null for what it did not say. */
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
  values: z.array(z.strictObject(reportedFields)),
  /** The patient, once it is assigned. */
  patient: z.strictObject({ idUser: recordId, name: z.string() }).nullable(),
  idResultSet: recordId.nullable(),
  version: z.int().min(1),
});
export type ReceivedResult = z.infer<typeof receivedResult>;

/** `details` of a STALE_VERSION of a received result. */
export interface StaleReceivedDetails {
  readonly current: ReceivedResult;
}

/** A patient who could be meant, and what of the evidence agrees. Never by name alone. */
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

const one = success(z.strictObject({ received: receivedResult }));
const ofReceived = z.strictObject({ idReceived: recordId, version: editedVersion });

export const receivedResultsContract = {
  list: call('results.receive')
    .route({
      method: 'GET',
      path: '/v1/result/received',
      summary: 'Resultados de laboratorios que esperan paciente, el más reciente primero',
    })
    .input(
      z.strictObject({
        state: z.literal(['waiting', 'discarded']).default('waiting'),
        ...pageInput,
      }),
    )
    .output(success(z.strictObject({ received: z.array(receivedResult), ...pageOutput }))),
  candidates: call('results.receive')
    .route({
      method: 'GET',
      path: '/v1/result/received-candidates',
      summary: 'Los pacientes que podrían ser el de un resultado recibido',
    })
    .input(
      z.strictObject({
        idReceived: recordId,
        /** Only this patient, also when the identifiers of the message match another one. */
        idUser: recordId.optional(),
      }),
    )
    .output(success(z.strictObject({ patients: z.array(candidate) }))),
  assign: call('results.receive')
    .route({
      method: 'POST',
      path: '/v1/result/assign-received',
      summary:
        'Dice de qué paciente es un resultado recibido, que queda capturado en su expediente',
    })
    .input(ofReceived.extend({ idUser: recordId, idOrder: recordId.optional() }))
    .output(one),
  discard: call('results.receive')
    .route({
      method: 'POST',
      path: '/v1/result/discard-received',
      summary: 'Descarta un resultado recibido; se puede deshacer',
    })
    .input(ofReceived)
    .output(one),
  restore: call('results.receive')
    .route({
      method: 'POST',
      path: '/v1/result/restore-received',
      summary: 'Deshace el descarte de un resultado recibido',
    })
    .input(ofReceived)
    .output(one),
};
