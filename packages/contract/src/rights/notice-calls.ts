import * as z from 'zod';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant } from '../common/instants.ts';
import { storableText } from '../common/text.ts';
import { receiptWays } from './words.ts';

const text = (max: number) => storableText(max).trim().min(1, 'Escribe un texto.');

/** A version of the privacy notice, with the validation rules of forms and calls. */
export const noticeFields = {
  /** The day from which it is in force. */
  effectiveOn: calendarDay,
  shortText: text(4_000),
  fullText: text(40_000),
  necessaryPurposes: text(4_000),
  voluntaryPurposes: text(4_000).nullable(),
};

export const privacyNotice = z.strictObject({
  idNotice: recordId,
  ...noticeFields,
  isInForce: z.boolean(),
  /** Number of patients who received it. */
  received: z.int().min(0),
  addedBy: z.string().nullable(),
});
export type PrivacyNotice = z.infer<typeof privacyNotice>;

/** The version that a patient received. */
export const privacyReceipt = z.strictObject({
  idNotice: recordId,
  effectiveOn: calendarDay,
  isInForce: z.boolean(),
  receivedOn: calendarDay,
  way: z.literal(receiptWays),
  recordedAt: isoInstant,
  recordedBy: z.string().nullable(),
});
export type PrivacyReceipt = z.infer<typeof privacyReceipt>;

export const receiptFields = { receivedOn: calendarDay, way: z.literal(receiptWays) };

const patientReceipts = { receipts: z.array(privacyReceipt), isAnyInForce: z.boolean() };

/** The versions and receipts in answers are newest first. */
export const noticesContract = {
  list: call('patients.read')
    .get(
      '/v1/privacy-notices/list',
      'Las versiones del aviso de privacidad y cuántos pacientes recibieron cada una',
    )
    .output({ notices: z.array(privacyNotice) }),
  add: call('rights.manage')
    .post('/v1/privacy-notices/add', 'Agrega una versión del aviso de privacidad')
    .input(z.strictObject(noticeFields))
    .output({ notices: z.array(privacyNotice) }),
  ofPatient: call('patients.read')
    .get(
      '/v1/privacy-notices/of-patient',
      'Qué versiones del aviso de privacidad recibió un paciente',
    )
    .input({ idUser: recordId })
    .output(patientReceipts),
  hand: call('consents.edit')
    .post(
      '/v1/privacy-notices/hand',
      'Registra que un paciente recibió el aviso de privacidad vigente',
    )
    .input({ idUser: recordId, ...receiptFields })
    .output(patientReceipts),
};
