import * as z from 'zod';
import { limitedOpenCall } from '../common/call.ts';
import { nameText, visibleText } from '../common/text.ts';
import { patientFields } from '../patients/fields.ts';
import { NO_CONTACT, reason } from '../prospects/fields.ts';

/** Bytes of a whole request: twice the total of the fields' maximum lengths. */
export const MAX_INTAKE_SIZE = 16 * 1024;

/** A text that counts as missing if it is empty, because forms send their empty fields too. */
const optionalText = z.string().transform((text) => {
  const visible = visibleText(text);
  return visible.trim() === '' ? undefined : visible;
});

/** The message of a visitor of the landing page. */
export const intakeInput = z
  .strictObject({
    name: nameText,
    mail: optionalText
      .pipe(patientFields.email.unwrap().optional())
      .optional()
      .meta({ format: 'email' }),
    phone: optionalText
      .pipe(patientFields.phone.unwrap().optional())
      .optional()
      .meta({ format: 'phone' }),
    motivo: optionalText.pipe(reason.optional()).optional(),
    /** Consent to be contacted, without which nothing is stored. */
    consent: z.literal(true, 'Falta aceptar el aviso de privacidad.'),
    /** The version of the consent text. */
    consentVersion: z.string().regex(/^[\w.:-]{1,40}$/, 'La versión del aviso no es válida.'),
    /** A honeypot that no person sees; programs fill it. */
    website: z.string().optional(),
  })
  .refine(({ mail, phone }) => Boolean(mail || phone), {
    path: ['mail'],
    error: NO_CONTACT,
  });
export type IntakeInput = z.infer<typeof intakeInput>;

/** The public call. It returns no data. */
export const intakeContract = {
  receive: limitedOpenCall(MAX_INTAKE_SIZE)
    .post('/v1/prospects', 'Recibe a un prospecto de la landing, sin sesión')
    .input(intakeInput)
    .output({ received: z.literal(true) }),
};
