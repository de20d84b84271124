import * as z from 'zod';
import { calendarDay } from '../common/instants.ts';
import { storableText } from '../common/text.ts';
import { consentPurposes, consentTexts } from './texts.ts';

/** How a consent was given: the law requires a signature. */
export const consentWays = ['paper', 'electronic'] as const;
export type ConsentWay = (typeof consentWays)[number];

export const consentWayNames: Readonly<Record<ConsentWay, string>> = {
  paper: 'Firmado en papel',
  electronic: 'Firma electrónica',
};

const MAX_REASON_LENGTH = 500;

export const CONSENT_IN_FORCE = 'El paciente ya tiene un consentimiento vigente para ese fin.';
export const CONSENT_NOT_IN_FORCE = 'El paciente no tiene un consentimiento vigente para ese fin.';
export const FUTURE_CONSENT = 'La fecha del consentimiento no puede ser futura.';

/** Fields of a consent, with the validation rules of forms and calls. */
export const consentFields = {
  purposes: z
    .array(z.literal(consentPurposes))
    .min(1, 'Elige para qué lo otorgó.')
    .max(consentPurposes.length),
  version: z.literal(consentTexts.map(({ version }) => version)),
  givenOn: calendarDay,
  way: z.literal(consentWays),
};

export const withdrawalReason = storableText(MAX_REASON_LENGTH).trim().min(1, 'Escribe el motivo.');
